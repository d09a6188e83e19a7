// SPDX-License-Identifier: Apache-2.0
/**
 * Sliding windows of failed attempts, exact over all processes. An attempt takes a place before it is judged, so that
 * no crowd of them passes the limit together. A right one gives its place back.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { FAIL, FREE, TAKE, TAKE_ANY } from './window-rows.ts';

/** One window: of an address, of an account, or of both. */
export interface AttemptWindow {
  bucket: Buffer;
  failuresMax: number;
  windowSeconds: number;
}

/** @param parts what is counted; no two windows have the same */
export function attemptWindow(parts: readonly string[], failuresMax: number, windowSeconds: number): AttemptWindow {
  const bucket = createHash('sha256')
    .update(['attempts', ...parts].join('\0'))
    .digest();
  return { bucket, failuresMax, windowSeconds };
}

/** A place in a window, by the time at which it was taken. */
export interface AttemptPlace {
  window: AttemptWindow;
  /** The database's text, with its microseconds. */
  at: string;
}

/** `full`: of failures. `crowded`: of attempts that are being judged, so a place may be free in a moment. */
export type PlaceAnswer =
  | { kind: 'taken'; place: AttemptPlace }
  | { kind: 'full'; waitSeconds: number }
  | { kind: 'crowded' };

/** Takes a place where there is one. A refused attempt is not counted. */
export async function takePlace(pool: pg.Pool, window: AttemptWindow): Promise<PlaceAnswer> {
  const { bucket, failuresMax, windowSeconds } = window;
  const { rows } = await pool.query<{ at: string | null; failures: number; wait: number }>({
    name: 'svc_attempt_place',
    text: TAKE,
    values: [bucket, windowSeconds, failuresMax, JUDGED_WITHIN_SECONDS, pool.clock.now()],
  });
  const [answer] = rows;
  if (answer === undefined) throw new Error('the window of attempts answered nothing');
  if (answer.at !== null) return { kind: 'taken', place: { window, at: answer.at } };
  if (answer.failures < failuresMax) return { kind: 'crowded' };
  return { kind: 'full', waitSeconds: Math.max(1, Math.ceil(answer.wait)) };
}

/**
 * Takes a place beyond the limit too.
 * @returns whether as many attempts as the limit failed before, or may yet
 */
export async function takeAnyPlace(
  pool: pg.Pool,
  window: AttemptWindow,
): Promise<{ place: AttemptPlace; isBeyond: boolean }> {
  const { rows } = await pool.query<{ at: string; is_beyond: boolean }>({
    name: 'svc_attempt_any_place',
    text: TAKE_ANY,
    values: [window.bucket, window.windowSeconds, window.failuresMax, pool.clock.now()],
  });
  const [answer] = rows;
  if (answer === undefined) throw new Error('the window of attempts answered nothing');
  return { place: { window, at: answer.at }, isBeyond: answer.is_beyond };
}

/** Ends an attempt: a failure stays in the window, anything else leaves it. */
export async function leavePlace(pool: pg.Pool, { window, at }: AttemptPlace, hasFailed: boolean): Promise<void> {
  const { bucket, windowSeconds, failuresMax } = window;
  if (hasFailed) {
    await pool.query({
      name: 'svc_attempt_failed',
      text: FAIL,
      values: [bucket, windowSeconds, at, failuresMax, pool.clock.now()],
    });
  } else await pool.query({ name: 'svc_attempt_free', text: FREE, values: [bucket, at] });
}

/** A place that is older belongs to a process that ended: it counts as a failure. */
const JUDGED_WITHIN_SECONDS = 60;
