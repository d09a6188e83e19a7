// SPDX-License-Identifier: Apache-2.0
/**
 * Calls that wait for the outcome of a review. Waiting costs no query: a call hears of the resolution from any process,
 * knows the moment of expiry, and reads again only then.
 */
import { type Decision, READ_WAIT_MS_MAX } from '@svc/contract';
import type { Clock } from '../../platform/clock/index.ts';
import {
  busyFor,
  createSharedWork,
  Places,
  placesOfOne,
  SHARED_PLACES,
  type SharedWork,
} from '../../platform/shares/index.ts';
import { type News, ofReview } from '../../storage/news/index.ts';

/** Calls that are woken together read in turns, and leave connections to other work. */
const READS_AT_ONCE_MAX = 4;

interface WaitingCall {
  organizationId: string;
  eventId: string;
  /** More than the longest wait counts as that. */
  waitMs: number;
  /** Aborted when the caller has gone. */
  signal: AbortSignal;
  /** Reads the decision, with every check of the caller. */
  read(): Promise<Decision>;
}

export interface WaitingCalls {
  /**
   * Answers as soon as the outcome is no longer REVIEW, and at the end of the wait at the latest. At a bound, and when
   * the process stops, it answers at once.
   * @throws any error of `read`
   */
  answer(call: WaitingCall): Promise<Decision>;
  /** How many wait now. */
  count(): number;
}

export function createWaitingCalls(news: News, clock: Clock): WaitingCalls {
  const places = new Places(SHARED_PLACES.reviewWaits);
  const reads = createSharedWork(placesOfOne(READS_AT_ONCE_MAX, Number.POSITIVE_INFINITY), busyFor(0));
  return {
    count: () => places.underWay,
    async answer(call) {
      const place = call.waitMs <= 0 ? null : places.enter(call.organizationId);
      if (place === null) return await call.read();
      try {
        return await waitFor({ news, clock, reads }, call);
      } finally {
        places.leave(place);
      }
    },
  };
}

interface Waiting {
  news: News;
  clock: Clock;
  reads: SharedWork;
}

async function waitFor({ news, clock, reads }: Waiting, call: WaitingCall): Promise<Decision> {
  const { eventId, waitMs, signal, read } = call;
  const untilMs = clock.nowMs() + Math.min(waitMs, READ_WAIT_MS_MAX);
  const bell = new Bell();
  // Heard before it is read: nothing can come between.
  const end = news.hear(ofReview(eventId), (heard) => bell.ring(heard === 'stopped'));
  const leave = () => bell.ring(true);
  signal.addEventListener('abort', leave);
  try {
    for (let isFirst = true; ; isFirst = false) {
      const decision = isFirst ? await read() : await reads.run(call.organizationId, read);
      const leftMs = untilMs - clock.nowMs();
      if (decision.finalDecision !== 'REVIEW' || leftMs <= 0 || bell.isLast) return decision;
      await bell.rung(clock, Math.min(leftMs, untilExpiryMs(decision, clock.nowMs())));
      if (signal.aborted) return decision;
    }
  } finally {
    signal.removeEventListener('abort', leave);
    end();
  }
}

/** An expired review is told of seconds later, and reads as expired at once. */
function untilExpiryMs({ review }: Decision, nowMs: number): number {
  if (review?.expiresAt == null) return Number.POSITIVE_INFINITY;
  return Math.max(0, Date.parse(review.expiresAt) - nowMs + 1);
}

/** Keeps a ring that came before anything waited for it. */
class Bell {
  isLast = false;
  #isRung = false;
  #onRing: (() => void) | null = null;

  ring(isLast: boolean): void {
    this.isLast ||= isLast;
    this.#isRung = true;
    this.#onRing?.();
  }

  /** Resolves with the next ring, and after this time. */
  async rung(clock: Clock, withinMs: number): Promise<void> {
    if (!this.#isRung) {
      await new Promise<void>((resolve) => {
        const end = clock.after(withinMs, resolve);
        this.#onRing = () => {
          end();
          resolve();
        };
      });
    }
    this.#onRing = null;
    this.#isRung = false;
  }
}
