/** What happened, step by step; each with its number and hash in the audit chain. */
import type { EventDetail, Review } from '@svc/contract';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useAnnounce } from '../../ui/announcer.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Panel } from './panel.tsx';
import { Proof } from './proof.tsx';

type Entry = EventDetail['audit'][number];

export function History({ entries, review }: { entries: readonly Entry[]; review: Review | null }) {
  const { messages } = useLanguage();
  return (
    <Panel title={messages.event.history}>
      <p className="mb-4 text-sm text-muted">{messages.event.historyLead}</p>
      <ol className="flex flex-col">
        {entries.map((entry) => (
          <Step key={entry.seq} entry={entry} review={review} />
        ))}
      </ol>
    </Panel>
  );
}

function Step({ entry, review }: { entry: Entry; review: Review | null }) {
  const { messages, format } = useLanguage();
  const { event: labels } = messages;
  return (
    <li className="relative border-l border-line pb-5 pl-5 last:pb-0">
      <span
        aria-hidden
        className="absolute top-1.5 -left-1.25 size-2.5 rounded-full border-2 border-surface bg-accent"
      />
      <p className="font-medium">
        {labels.kinds[entry.kind] ?? <span className="font-mono text-sm">{entry.kind}</span>}{' '}
        <span className="text-sm font-normal text-muted">{useActor(entry, review)}</span>
      </p>
      <p className="text-sm text-muted">
        <Moment iso={entry.at} text={format.dateTime(entry.at)} /> · {labels.entry(entry.seq)}
      </p>
      <dl className="mt-1.5 rounded-lg bg-sunken px-3 py-2 font-mono text-xs">
        <div className="flex items-center gap-2">
          <dt className="shrink-0 font-sans text-muted">{labels.hash}</dt>
          <dd className="flex min-w-0 grow items-center gap-2">
            <span className="grow break-all">{entry.hash}</span>
            <CopyHash entry={entry} />
          </dd>
        </div>
        <div className="flex gap-2 pt-1 text-muted">
          <dt className="shrink-0 font-sans">{labels.previousHash}</dt>
          <dd className="min-w-0 break-all">{entry.prevHash}</dd>
        </div>
      </dl>
      <Proof seq={entry.seq} hash={entry.hash} />
    </li>
  );
}

/** The chain holds ids, never names; the review knows the name of who resolved it. */
function useActor({ actor }: Entry, review: Review | null): string {
  const { messages } = useLanguage();
  const { event: labels } = messages;
  if (actor.type === 'system') return labels.bySystem;
  if (actor.type === 'key') return labels.byKey;
  const name = review?.decidedBy?.id === actor.id ? review.decidedBy.name : null;
  return labels.by(name ?? actor.id);
}

function CopyHash({ entry }: { entry: Entry }) {
  const { messages } = useLanguage();
  const announce = useAnnounce();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(entry.hash);
    setCopied(true);
    announce(messages.event.copied);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      aria-label={messages.event.copyHash(entry.seq)}
      className="grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-neutral-soft hover:text-ink"
      onClick={() => void copy()}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
