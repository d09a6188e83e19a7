// SPDX-License-Identifier: Apache-2.0
/** Decides the live decisions of some past days again under a proposed set, and shows what would change. */
import type { ImpactJob, ImpactRequest, PolicyImpact } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAct } from '../../api/acting.ts';
import { callApi, callLoosely } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { OutcomeWord } from '../../decision/verdict.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Segment } from '../../ui/segment.tsx';
import { impactWords } from './words.ts';

const DAYS = ['1', '7', '30', '90'] as const;
const ASKED_EVERY_MS = 1_000;
const EXAMPLES_SHOWN = 5;
const OUTCOMES = { ALLOW: 'allowed', REVIEW: 'waiting', BLOCK: 'blocked' } as const;

interface ImpactRunProps<Subject> {
  /** The proposed thing, to which the result belongs. */
  subject: Subject;
  /** null while it has a fault, so that it cannot be evaluated. */
  proposal: Omit<ImpactRequest, 'days'> | null;
  /** Said above the result once the subject has changed. */
  oldText: string;
  /** `solid` where it is the main act of the page. */
  variant?: ButtonVariant;
  /** Below the result, while it is that of the subject. */
  children?: ReactNode;
}

export function ImpactRun<Subject>({
  subject,
  proposal,
  oldText,
  variant = 'line',
  children,
}: ImpactRunProps<Subject>) {
  const words = useWords(impactWords);
  const [days, setDays] = useState<(typeof DAYS)[number]>('30');
  const [asked, setAsked] = useState<{ jobId: string; subject: Subject } | null>(null);
  const starting = useAct(
    () => callApi('startImpact', { body: { ...proposal, days: Number(days) } }),
    [],
    (job) => setAsked({ jobId: job.id, subject }),
  );
  const job = useImpactJob(asked?.jobId ?? null);
  const isReady = proposal !== null && !starting.isPending && job?.state !== 'RUNNING';
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Segment
          label={words.period}
          value={days}
          choices={DAYS.map((value) => ({ value, name: words.days(Number(value)) }))}
          onChoose={(chosen) => setDays(chosen)}
        />
        <Button variant={variant} size="small" aria-disabled={!isReady} onClick={() => isReady && starting.mutate()}>
          {words.run}
        </Button>
      </div>
      {starting.error !== null && !starting.isPending && <FailureNotice failure={failureOf(starting.error)} />}
      {job !== null && <Progress job={job} />}
      {job?.result !== undefined && asked !== null && (
        <>
          {asked.subject !== subject && <p className="text-meta text-review-ink">{oldText}</p>}
          <Result impact={job.result} />
          {asked.subject === subject && children}
        </>
      )}
    </>
  );
}

/** Asked for again and again until it has ended. */
function useImpactJob(id: string | null): ImpactJob | null {
  const { data } = useQuery({
    queryKey: ['readImpact', id],
    queryFn: ({ signal }) => callLoosely<ImpactJob>('readImpact', { params: { id: id ?? '' } }, signal),
    enabled: id !== null,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.state === 'RUNNING' ? ASKED_EVERY_MS : false,
  });
  return data ?? null;
}

function Progress({ job: { id, state, progress } }: { job: ImpactJob }) {
  const words = useWords(impactWords);
  const { format } = useLanguage();
  const cancelling = useAct(() => callApi('cancelImpact', { params: { id } }), ['readImpact']);
  if (state === 'DONE') return null;
  if (state !== 'RUNNING') {
    return (
      <p role="status" className="text-ink-2">
        {words.ended[state]}
      </p>
    );
  }
  const { events, eventsTotal } = progress;
  return (
    <div role="status" className="flex flex-wrap items-center gap-3">
      <progress
        className="h-1.5 w-40 accent-ink"
        aria-label={words.running}
        value={Math.min(events, eventsTotal)}
        max={Math.max(1, eventsTotal)}
      />
      <span className="text-meta text-ink-2 tabular-nums">
        {words.progress(format.number(events), format.number(eventsTotal))}
      </span>
      <Button variant="ghost" size="small" aria-disabled={cancelling.isPending} onClick={() => cancelling.mutate()}>
        {words.cancel}
      </Button>
    </div>
  );
}

function Result({ impact }: { impact: PolicyImpact }) {
  const words = useWords(impactWords);
  const { format } = useLanguage();
  const { changed, changes, events, notes } = impact;
  return (
    <>
      <p role="status" className="font-medium">
        {changed === 0
          ? words.none(format.number(events))
          : words.changed(format.number(changed), format.number(events), changed === 1)}
      </p>
      {changes.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {changes.map(({ from, to, events: count, sampleEventIds }) => (
            <li key={`${from} ${to}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <span className="w-14 text-right font-medium tabular-nums">{format.number(count)}</span>
              <span className="flex items-center gap-2">
                <OutcomeWord outcome={OUTCOMES[from]} />
                <span className="text-ink-3">{words.becomes}</span>
                <OutcomeWord outcome={OUTCOMES[to]} />
              </span>
              <span className="flex flex-wrap gap-x-2 text-meta">
                {sampleEventIds.slice(0, EXAMPLES_SHOWN).map((eventId) => (
                  <Link
                    key={eventId}
                    to="/events/$eventId"
                    params={{ eventId }}
                    search={{}}
                    className="font-mono text-ink-2 underline underline-offset-4 hover:text-ink"
                  >
                    {eventId.slice(-6)}
                  </Link>
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
      {notes.length > 0 && (
        <ul className="flex flex-col gap-1 text-meta text-ink-3">
          {notes.map(({ code }) => (
            <li key={code}>{words.notes[code]}</li>
          ))}
        </ul>
      )}
    </>
  );
}
