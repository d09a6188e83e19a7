// SPDX-License-Identifier: Apache-2.0
/** The history, entry by entry of the audit chain; each entry can be proven here. */
import type { EventDetail, Review } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { Link2 } from 'lucide-react';
import { Fold } from '../detail/fold.tsx';
import { PANEL_LINK } from '../detail/panel.tsx';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { CopyIcon } from '../ui/copy.tsx';
import { Timestamp } from '../ui/timestamp.tsx';
import { Proof } from './proof.tsx';
import { whyWords } from './why-words.ts';

type Entry = EventDetail['audit'][number];

export function History({ entries, review }: { entries: readonly Entry[]; review: Review | null }) {
  return (
    <ol className="flex flex-col gap-4">
      {entries.map((entry) => (
        <HistoryEntry key={entry.seq} entry={entry} review={review} />
      ))}
    </ol>
  );
}

function HistoryEntry({ entry, review }: { entry: Entry; review: Review | null }) {
  const { format } = useLanguage();
  const why = useWords(whyWords);
  return (
    <li className="flex gap-2.5">
      <Link2 aria-hidden className="mt-0.5 size-4 shrink-0 text-allow-fill" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span>
            <span className="font-medium">{why.kinds[entry.kind] ?? <code>{entry.kind}</code>}</span>{' '}
            <span className="text-ink-2">
              <Actor entry={entry} review={review} />
            </span>
          </span>
          <span className="text-meta text-ink-3">
            <Timestamp iso={entry.at} text={format.dateTime(entry.at)} />
          </span>
        </p>
        <EntryProof entry={entry} />
      </div>
    </li>
  );
}

/** Number and hash of an entry; the whole hashes are one step away. */
function EntryProof({ entry }: { entry: Entry }) {
  const { format } = useLanguage();
  const why = useWords(whyWords);
  return (
    <div className="flex flex-col gap-1">
      <Fold
        summary={
          <>
            {why.entry(format.number(entry.seq))} <code>{shortHash(entry.hash)}</code>
          </>
        }
      >
        <dl className="mt-1 rounded-m bg-sunken px-3 py-2 text-meta">
          <dt className="text-ink-3">{why.hash}</dt>
          <dd className="flex items-start gap-2">
            <code className="min-w-0 grow break-all">{entry.hash}</code>
            <CopyIcon text={entry.hash} what={why.hashOf(entry.seq)} />
          </dd>
          <dt className="text-ink-3">{why.previousHash}</dt>
          <dd>
            <code className="break-all">{entry.prevHash}</code>
          </dd>
        </dl>
      </Fold>
      <Proof seq={entry.seq} hash={entry.hash} />
    </div>
  );
}

function shortHash(hash: string): string {
  return `${hash.slice(0, 10)}…${hash.slice(-6)}`;
}

/** The chain holds ids, never names. The service adds that of a key, and the review knows who resolved it. */
function Actor({ entry: { actor }, review }: { entry: Entry; review: Review | null }) {
  const { messages } = useLanguage();
  const why = useWords(whyWords);
  if (actor.type === 'system') return why.bySystem;
  if (actor.type === 'key' && actor.name === null) return why.byKey;
  if (actor.type === 'key') {
    return (
      <>
        {why.byNamedKey}{' '}
        <Link to="/api-keys" search={{ open: actor.id }} className={PANEL_LINK}>
          {actor.name}
        </Link>
      </>
    );
  }
  const people = [review?.decidedBy, ...(review?.approvals.by ?? [])];
  const decider = people.find((person) => person?.id === actor.id);
  if (decider == null || decider.name === null) return why.by(actor.id);
  return why.byPerson(decider.name, messages.words.roles[decider.role]);
}
