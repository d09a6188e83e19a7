// SPDX-License-Identifier: Apache-2.0
/** A record beside its list: its terms, its parts, and at the foot what may be done with it. */
import type { AppOperationId } from '@svc/contract';
import type { ReactNode } from 'react';
import { Drawer } from '../detail/drawer.tsx';
import { useWords } from '../language/word-set.ts';
import type { Opened } from '../list/list-page.tsx';
import { Can } from '../session/may.tsx';
import { Answered } from '../ui/answered.tsx';
import { CopyIcon } from '../ui/copy.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { registryWords } from './words.ts';

interface RecordDrawerProps<Detail> {
  label: string;
  opened: Opened<unknown>;
  query: { data: Detail | undefined; error: Error | null; isPending: boolean; refetch(): Promise<unknown> };
  name(detail: Detail): string;
  /** The name is one that a machine uses. */
  isName?: boolean;
  /** Beside the name. */
  state?: ((detail: Detail) => ReactNode) | undefined;
  /** Who may run it sees the acts. */
  change: AppOperationId;
  acts(detail: Detail): ReactNode;
  children(detail: Detail): ReactNode;
}

export function RecordDrawer<Detail extends { id: string }>(props: RecordDrawerProps<Detail>) {
  const { label, opened, query, name, isName = true, state, change, acts, children } = props;
  const words = useWords(registryWords);
  const { data } = query;
  const foot = data !== undefined && (
    <Can operation={change}>
      <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
        {acts(data)}
      </div>
    </Can>
  );
  return (
    <Drawer
      label={data === undefined ? label : name(data)}
      id={opened.key}
      onMove={opened.onMove}
      onClose={opened.onClose}
      foot={foot}
    >
      <Answered
        query={query}
        skeleton={<Skeleton rows={6} />}
        missing={<p className="p-5 text-ink-3">{words.notLoaded}</p>}
      >
        {(detail) => (
          <div className="flex flex-col gap-4 p-5 max-md:p-4">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className={`text-title break-all ${isName ? 'font-mono' : ''}`}>{name(detail)}</span>
              {state?.(detail)}
            </p>
            {children(detail)}
          </div>
        )}
      </Answered>
    </Drawer>
  );
}

/** Labels and what stands for them, one below the other. */
export function Terms({ terms }: { terms: readonly (readonly [term: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-2 max-md:grid-cols-[7rem_minmax(0,1fr)]">
      {terms.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-ink-3">{term}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function DrawerPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-line pt-4">
      <h3 className="mb-2 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

/** A name that a machine uses, to copy. */
export function Copied({ text, what }: { text: string; what: string }) {
  return (
    <span className="-my-1 flex min-w-0 items-center gap-1">
      <span className="min-w-0 font-mono break-all">{text}</span>
      <CopyIcon text={text} what={what} />
    </span>
  );
}
