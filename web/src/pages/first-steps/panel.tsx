// SPDX-License-Identifier: Apache-2.0
/** The frame of one step: its name, what it is for, and the rest below. */
import type { ReactNode } from 'react';

export function Panel({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="overflow-hidden rounded-l border border-line">
      <div className="px-5 pt-4 pb-4">
        <h2 className="text-title">{title}</h2>
        <p className="mt-1 max-w-110 text-ink-2">{text}</p>
      </div>
      {children}
    </section>
  );
}
