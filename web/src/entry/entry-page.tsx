// SPDX-License-Identifier: Apache-2.0
/** The frame of every page before the sign-in: the mark, one heading, one form. It loads neither shell nor overlays. */
import type { ReactNode } from 'react';
import { Mark } from '../page/mark.tsx';
import { Preferences } from './preferences.tsx';

interface EntryPageProps {
  /** The document's title. */
  title: string;
  heading: string;
  lead?: ReactNode;
  children: ReactNode;
}

export function EntryPage({ title, heading, lead, children }: EntryPageProps) {
  return (
    <main className="flex min-h-dvh flex-col items-center px-4">
      <title>{`${title} · svc`}</title>
      <div className="flex w-full max-w-94 grow flex-col justify-center gap-6 py-10">
        <Mark className="h-3 w-10" />
        <div>
          <h1 className="text-sentence font-semibold tracking-tight">{heading}</h1>
          {lead !== undefined && <p className="text-lead text-ink-2">{lead}</p>}
        </div>
        {children}
      </div>
      <Preferences />
    </main>
  );
}
