// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the time: the one place that asks the machine what time it is, and waits for a later one. It stands in the
 * options of the app and goes with the pool to what needs it, so that a test can move it. Durations that are only
 * measured, such as a latency or the time-out of a connection, stay with `performance.now()`.
 * Refuses to know what falls due.
 */
export interface Clock {
  /** Milliseconds since 1970 in UTC, whole. */
  nowMs(): number;
  /** The same moment as a statement takes it. */
  now(): Date;
  /** Calls once, so long from now. @returns gives the wait up */
  after(waitMs: number, call: () => void): () => void;
  /** Calls again and again, each time so long after the last call. @returns ends it */
  every(periodMs: number, call: () => void): () => void;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  now: () => new Date(),
  after(waitMs, call) {
    const timer = setTimeout(call, waitMs);
    return () => clearTimeout(timer);
  },
  every(periodMs, call) {
    const timer = setInterval(call, periodMs);
    return () => clearInterval(timer);
  },
};

export interface Deadline {
  isOver(): boolean;
  /** Gives it up. */
  end(): void;
}

/** A moment so long from now, which is asked for again and again. */
export function deadline(clock: Clock, waitMs: number): Deadline {
  let isOver = false;
  const end = clock.after(waitMs, () => {
    isOver = true;
  });
  return { isOver: () => isOver, end };
}

/** Resolves so long from now. */
export const pause = (clock: Clock, waitMs: number): Promise<void> =>
  new Promise((resolve) => void clock.after(waitMs, resolve));
