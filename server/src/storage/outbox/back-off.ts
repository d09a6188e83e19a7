// SPDX-License-Identifier: Apache-2.0
/** The times of an outbox, without clock or database: the back-off after a failed attempt, and the lapse of a claim. */

/** The largest random extension of a delay, so that attempts that failed together do not return together. */
export const JITTER_MAX = 0.2;

export interface BackOff {
  /** The delays after the first, the second and later failed attempts in a row. */
  readonly delaysMs: readonly number[];
  /** Work after the last delay: it is given up, or the last delay repeats without end. */
  readonly afterLast: 'give up' | 'repeat';
  /** The longest wait that a receiver may ask for; none without it. */
  readonly notBeforeMsMax?: number;
}

/**
 * Work of an organization whose access waits for an owner's answer is looked at again after this long. The wait is no
 * attempt: the work is neither used up nor given up.
 */
export const UNCONFIRMED_AGAIN_MS = 300_000;

interface Circumstances {
  /** From 0 up to 1. */
  random: number;
  /** The wait that the receiver asked for, as by `Retry-After`; null without one. */
  notBeforeMs?: number | null;
}

/**
 * Milliseconds from a failed attempt to the next; null when it was the last. The jitter and the receiver only ever make
 * a delay longer.
 * @param attempts number so far, 1 after the first
 */
export function nextDelayMs(
  { delaysMs, afterLast, notBeforeMsMax = 0 }: BackOff,
  attempts: number,
  { random, notBeforeMs = null }: Circumstances,
): number | null {
  const delay = delaysMs[attempts - 1] ?? (afterLast === 'repeat' ? delaysMs.at(-1) : undefined);
  if (delay === undefined) return null;
  const jittered = Math.round(delay * (1 + JITTER_MAX * random));
  return Math.max(jittered, Math.min(notBeforeMs ?? 0, notBeforeMsMax));
}

/** The number of attempts after which the work is given up; infinite when the last delay repeats. */
export function attemptsMax({ delaysMs, afterLast }: BackOff): number {
  return afterLast === 'repeat' ? Number.POSITIVE_INFINITY : delaysMs.length + 1;
}

/** The longest wait between two attempts. */
export function delayMsMax({ delaysMs, notBeforeMsMax = 0 }: BackOff): number {
  return Math.max(Math.round(Math.max(...delaysMs) * (1 + JITTER_MAX)), notBeforeMsMax);
}

interface AttemptTimes {
  /** The time-out of everything that is done under one claim. */
  attemptMs: number;
  /** The time to write down how it went. */
  marginMs: number;
}

/**
 * The time after which a claim without a result lapses, and any process may take the work over.
 * @throws RangeError when a claim could lapse under an attempt that still runs
 */
export function lapseMs({ attemptMs, marginMs }: AttemptTimes): number {
  if (!(attemptMs > 0 && marginMs > 0)) throw new RangeError('a claim must outlast its attempt and the note of it');
  return attemptMs + marginMs;
}
