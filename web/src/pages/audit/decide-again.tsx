// SPDX-License-Identifier: Apache-2.0
/** Has the decisions of some past days decided again, from the chain alone, and says which do not follow. */
import type { AuditReplayLine, AuditReplayOutcome } from '@svc/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiFailure, failureOf } from '../../api/failure.ts';
import { linesOf } from '../../api/lines.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { meQuery } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Segment } from '../../ui/segment.tsx';
import { auditWords } from './words.ts';

const DAYS = ['1', '7', '30', 'all'] as const;
type Days = (typeof DAYS)[number];
const DAY_MS = 86_400_000;
/** The first of those that differ, and of the reasons. */
const TOLD_MAX = 5;

type Progress = Extract<AuditReplayLine, { progress: unknown }>['progress'];

export function DecideAgain() {
  const words = useWords(auditWords).again;
  const [days, setDays] = useState<Days>('7');
  const { replay, progress, stop } = useReplay();
  const isIdle = !replay.isPending;
  return (
    <div className="flex flex-col gap-3 border-b border-line px-6 py-3 max-md:px-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-64 grow basis-0 text-ink-2 max-md:sr-only">{words.text}</p>
        <Segment
          label={words.period}
          value={days}
          choices={DAYS.map((value) => ({ value, name: words.days[value] }))}
          onChoose={(chosen) => setDays(chosen)}
        />
        <Button aria-disabled={!isIdle} onClick={() => isIdle && replay.mutate(days)}>
          {words.run}
        </Button>
      </div>
      {replay.isPending && <Running progress={progress} stop={stop} />}
      {isIdle && replay.error !== null && <FailureNotice failure={failureOf(replay.error)} />}
      {isIdle && replay.data !== undefined && replay.data !== null && <Outcome outcome={replay.data} />}
    </div>
  );
}

/** Ended by its person, or with the page, it has no outcome. */
function useReplay() {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController | null>(null);
  const stop = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);
  const replay = useMutation({
    async mutationFn(days: Days): Promise<AuditReplayOutcome | null> {
      setProgress(null);
      const ending = new AbortController();
      running.current = ending;
      try {
        // The session is renewed first, so that the answer does not fail for its age.
        await queries.fetchQuery({ ...meQuery, staleTime: 0 });
        const query = days === 'all' ? {} : { from: new Date(Date.now() - Number(days) * DAY_MS).toISOString() };
        for await (const line of linesOf<AuditReplayLine, 'replayAudit'>('replayAudit', query, ending.signal)) {
          if ('outcome' in line) return line.outcome;
          setProgress(line.progress);
        }
      } catch (error) {
        if (ending.signal.aborted) return null;
        throw error;
      }
      throw new ApiFailure({ kind: 'unreachable' });
    },
  });
  return { replay, progress, stop };
}

function Running({ progress, stop }: { progress: Progress | null; stop(): void }) {
  const words = useWords(auditWords).again;
  const { format } = useLanguage();
  const { entries = 0, entriesTotal = 1, decisions = 0 } = progress ?? {};
  return (
    <div role="status" className="flex flex-wrap items-center gap-3">
      <progress className="h-1.5 w-40 accent-ink" aria-label={words.running} value={entries} max={entriesTotal} />
      <span className="text-meta text-ink-2 tabular-nums">{words.progress(format.number(decisions))}</span>
      <Button variant="ghost" size="small" onClick={stop}>
        {words.stop}
      </Button>
    </div>
  );
}

function Outcome({ outcome }: { outcome: AuditReplayOutcome }) {
  const { format } = useLanguage();
  const words = useWords(auditWords);
  const { verdict, alike, differing, undecided } = outcome;
  const left = undecided.reduce((sum, { count }) => sum + count, 0);
  const all = format.number(alike + differing + left);
  switch (verdict) {
    case 'ALIKE':
      return <Notice tone="success" what={alike === 0 ? words.again.none : words.again.alike(all)} />;
    case 'UNDECIDED':
      return (
        <Notice tone="information" what={words.again.undecided(format.number(left), all)}>
          <Reasons outcome={outcome} />
        </Notice>
      );
    case 'DIFFERS':
      return (
        <Notice
          tone="problem"
          what={words.again.differs(format.number(differing), all, differing === 1)}
          remedy={words.again.differsRemedy}
        >
          <Differing outcome={outcome} />
          <Reasons outcome={outcome} />
        </Notice>
      );
    case 'NOT_VALID':
      return <Notice tone="problem" what={words.again.notValid} remedy={words.notValidRemedy} />;
  }
}

function Differing({ outcome: { first } }: { outcome: AuditReplayOutcome }) {
  const words = useWords(auditWords).again;
  const { format } = useLanguage();
  return (
    <ul className="w-full text-meta">
      {first.slice(0, TOLD_MAX).map(({ seq, field, recorded, follows }) => (
        <li key={seq} className="wrap-anywhere">
          {words.differing(format.number(seq), field, JSON.stringify(recorded), JSON.stringify(follows))}
        </li>
      ))}
    </ul>
  );
}

function Reasons({ outcome: { undecided } }: { outcome: AuditReplayOutcome }) {
  const words = useWords(auditWords).again;
  const { format } = useLanguage();
  return (
    <ul className="w-full text-meta">
      {undecided.slice(0, TOLD_MAX).map(({ reason, of, count, firstSeq }) => (
        <li key={`${reason} ${of}`}>
          {words.counted(format.number(count), format.number(firstSeq), words.reasons[reason](of))}
        </li>
      ))}
    </ul>
  );
}
