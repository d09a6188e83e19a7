// SPDX-License-Identifier: Apache-2.0
/** Decisions counted by period, in the lanes in which a chart shows them. */
import type { Dashboard, EventItem } from '@svc/contract';
import { isStopped, outcomeOf } from '../decision/outcome.ts';

export interface Bin {
  fromMs: number;
  toMs: number;
  allowed: number;
  /** Held for a person, whatever became of it. */
  waited: number;
  blocked: number;
  would: number;
  /** The period is not over. */
  isOpen: boolean;
}

/** Periods of the same length, from the oldest of the events to the newest. */
export function binsOf(events: readonly EventItem[], count: number): Bin[] {
  const times = events.map(({ createdAt }) => Date.parse(createdAt));
  const first = Math.min(...times);
  const last = Math.max(...times);
  const spanMs = Math.max(count, last - first + 1);
  const bins = Array.from({ length: count }, (_, index) => ({
    fromMs: first + (spanMs * index) / count,
    toMs: first + (spanMs * (index + 1)) / count,
    allowed: 0,
    waited: 0,
    blocked: 0,
    would: 0,
    isOpen: false,
  }));
  for (const [index, event] of events.entries()) {
    const bin = bins[Math.floor((((times[index] ?? first) - first) / spanMs) * count)];
    if (bin !== undefined) bin[laneOf(event)] += 1;
  }
  return bins;
}

/** The periods of counted sums. */
export function binsOfSeries({ series, to }: Pick<Dashboard, 'series' | 'to'>): Bin[] {
  return series.map(({ at, allowed, reviewed, blocked, wouldReview, wouldBlock }, index) => ({
    fromMs: Date.parse(at),
    toMs: Date.parse(series[index + 1]?.at ?? to),
    // Monitored decisions are among the allowed ones.
    allowed: allowed - wouldReview - wouldBlock,
    waited: reviewed,
    blocked,
    would: wouldReview + wouldBlock,
    isOpen: false,
  }));
}

function laneOf(event: EventItem): 'allowed' | 'waited' | 'blocked' | 'would' {
  if (event.decision === 'REVIEW') return 'waited';
  if (isStopped(event)) return 'blocked';
  return outcomeOf(event).startsWith('would') ? 'would' : 'allowed';
}

export const stoppedOf = ({ waited, blocked }: Bin): number => waited + blocked;
export const decidedOf = (bin: Bin): number => bin.allowed + bin.would + stoppedOf(bin);

/** The end of a scale of counts: the next round number. From 2 on half of it is a whole number, too. */
export function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 6, 8, 10].find((one) => one * power >= value && (one * power) % 2 === 0) ?? 10;
  return step * power;
}
