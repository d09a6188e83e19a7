// SPDX-License-Identifier: Apache-2.0
/** Beside the verdict: until when an allowed act can be run, or how it went. */
import type { EventItem } from '@svc/contract';
import {
  Check,
  CircleDot,
  CircleQuestionMark,
  ClockAlert,
  Hourglass,
  type LucideIcon,
  TimerOff,
  TriangleAlert,
  X,
} from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { useNow } from '../ui/timestamp.tsx';
import { type Act, type ActMark, actMarkOf, actOf } from './act.ts';
import { actWords } from './act-words.ts';

/** The hues of decisions stay theirs: ink, but for what went beyond its bounds, and what is not known. */
const VARIANTS: Readonly<Record<ActMark, { Icon: LucideIcon; ink: string }>> = {
  open: { Icon: Hourglass, ink: 'text-ink-2' },
  redeemed: { Icon: CircleDot, ink: 'text-ink-2' },
  missing: { Icon: CircleQuestionMark, ink: 'font-medium text-review-ink' },
  done: { Icon: Check, ink: 'text-ink-2' },
  failed: { Icon: X, ink: 'font-medium text-ink' },
  unknown: { Icon: CircleQuestionMark, ink: 'font-medium text-review-ink' },
  late: { Icon: ClockAlert, ink: 'font-medium text-block-ink' },
  lapsed: { Icon: TimerOff, ink: 'text-ink-3' },
  exceeded: { Icon: TriangleAlert, ink: 'font-medium text-block-ink' },
};

/** An ALLOW that was not redeemed says nothing: it may have been run all the same. */
const recedes = (event: EventItem, mark: ActMark): boolean =>
  event.review === null && (mark === 'open' || mark === 'lapsed');

/** One glyph and one word, for a list. @param event one that is told beside its verdict */
export function ActOfRow({ event, none = null }: { event: EventItem; none?: ReactNode }) {
  const mark = actMarkOf(event);
  if (mark === null || recedes(event, mark)) return none;
  return (
    <Suspense fallback={none}>
      <Mark mark={mark} />
    </Suspense>
  );
}

function Mark({ mark }: { mark: ActMark }) {
  const { marks } = useWords(actWords);
  const { Icon, ink } = VARIANTS[mark];
  return (
    <span className={`inline-flex max-w-full items-center gap-1.5 align-middle ${ink}`}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">{marks[mark]}</span>
    </span>
  );
}

/** In full, for the head of a detail. */
export function ActState({ event }: { event: EventItem }) {
  const { format } = useLanguage();
  const words = useWords(actWords);
  const act = actOf(event);
  const { outcome, recordsAffected } = event;
  if (act === null) return null;
  const did = outcome?.recordsAffected ?? null;
  const stated = recordsAffected === null ? null : format.number(recordsAffected);
  return (
    <>
      {act === 'open' ? <Open event={event} /> : <Ended event={event} act={act} />}
      {outcome?.exceedsStated === true && <Chip mark="exceeded">{words.exceeds(format.number(did ?? 0), stated)}</Chip>}
    </>
  );
}

function Chip({ mark, children }: { mark: ActMark; children: ReactNode }) {
  const { Icon, ink } = VARIANTS[mark];
  return (
    <span
      className={`inline-flex min-h-6 items-center gap-1.5 rounded-s border border-line-strong px-2 tabular-nums
        ${ink}`}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span>{children}</span>
    </span>
  );
}

/** The end of the time comes while it is looked at. */
function Open({ event }: { event: EventItem }) {
  const { format } = useLanguage();
  const words = useWords(actWords);
  const nowMs = useNow();
  const until = event.redemption?.redeemableUntil ?? '';
  const left = format.left(until, nowMs);
  if (left === null) return <Ended event={event} act="lapsed" />;
  return (
    <Chip mark="open">
      <time dateTime={until} title={format.dateTime(until)}>
        {words.open(format.recent(until, nowMs))}
      </time>{' '}
      <span className="whitespace-nowrap text-ink-3">· {words.left(left)}</span>
    </Chip>
  );
}

function Ended({ event, act }: { event: EventItem; act: Exclude<Act, 'open'> }) {
  const { format } = useLanguage();
  const words = useWords(actWords);
  const { redemption, outcome, review, recordsAffected } = event;
  const nowMs = Date.now();
  const when = (iso: string | null | undefined) => (iso == null ? '' : format.recent(iso, nowMs));
  const did = outcome?.recordsAffected ?? null;
  const stated = recordsAffected === null ? null : format.number(recordsAffected);
  const isRedeemed = redemption?.status === 'REDEEMED';
  const told: Readonly<Record<Exclude<Act, 'open'>, () => string>> = {
    redeemed: () => words.redeemed(when(redemption?.redeemedAt)),
    missing: () => words.missing,
    done: () => (isRedeemed ? words.doneOnce : words.done)(when(outcome?.reportedAt)),
    failed: () => words.failed(when(outcome?.reportedAt)),
    unknown: () => words.unknown,
    late: () => words.late(review !== null),
    lapsed: () => (review === null ? words.notRedeemed(when(redemption?.redeemableUntil)) : words.lapsed),
  };
  const details = [
    act === 'redeemed' && words.awaited,
    did !== null && outcome?.exceedsStated === false && words.records(format.number(did), stated),
    outcome !== null && act !== 'late' && !isRedeemed && words.notFirst,
  ].filter((text) => text !== false);
  return <Chip mark={act}>{[told[act](), ...details].join(' · ')}</Chip>;
}

/** Where the outcome comes from, in a quiet line; empty until it is there. */
export function OutcomeSource({ event: { outcome } }: { event: EventItem }) {
  const { format } = useLanguage();
  const words = useWords(actWords);
  if (outcome === null) return null;
  const { source, reportedAt, amendedAt, code } = outcome;
  return (
    <p className="mt-2 text-meta text-ink-3">
      {words.sources[source]}, {format.dateTime(reportedAt)}
      {amendedAt !== null && `; ${words.amended(format.dateTime(amendedAt))}`}
      {code !== null && (
        <>
          {' '}
          · {words.code} <code className="text-ink-2">{code}</code>
        </>
      )}
    </p>
  );
}
