// SPDX-License-Identifier: Apache-2.0
/** Waits until a person has resolved a review, or a deadline has passed. */
import { RateLimitedError, UnavailableError } from '../errors.ts';
import { POLL_MS_MAX, READ_WAIT_MS_MAX } from '../limits.ts';
import { pause } from '../pause.ts';
import type { Decision } from '../wire.ts';
import type { Answered, MaybeDegraded } from './answered.ts';

export interface WaitOptions {
  /** The longest wait; 5 minutes by default. */
  timeoutMs?: number;
  /**
   * The pause before the next read where the service did not wait: in an outage, or at one of its bounds. Each later
   * one is 1.5 times as long, up to 15 s. 1 s by default.
   */
  pollMs?: number;
  signal?: AbortSignal;
}

interface Waiting {
  readonly timeoutMs: number;
  readonly pollMs: number;
  readonly signal: AbortSignal | undefined;
}

/** @param waitMs the service answers when the outcome is known, and after this time at the latest */
type Read = (id: string, waitMs: number) => Promise<Answered<Decision>>;

/**
 * Returns the decision as soon as its outcome is no longer REVIEW, or its state at the deadline: check `finalDecision`.
 * The service answers as soon as the review is resolved. An outage in between does not end the wait; one that lasts to
 * the deadline is thrown.
 * @throws any error of reading a decision, except outages before the deadline
 */
export async function waitForDecision(
  read: Read,
  from: string | MaybeDegraded<Decision>,
  { timeoutMs, pollMs, signal }: Waiting,
): Promise<MaybeDegraded<Decision>> {
  if (typeof from !== 'string' && from.finalDecision !== 'REVIEW') return from;
  const id = typeof from === 'string' ? from : from.id;
  if (id === null) throw new TypeError('A fallback decision has no id and cannot be waited for.');
  const deadlineMs = performance.now() + timeoutMs;
  let delayMs = pollMs;
  for (;;) {
    let outage: unknown = null;
    const startMs = performance.now();
    const waitMs = Math.floor(Math.max(0, Math.min(READ_WAIT_MS_MAX, deadlineMs - startMs)));
    try {
      const decision = await read(id, waitMs);
      if (decision.finalDecision !== 'REVIEW' || performance.now() >= deadlineMs) return decision;
    } catch (error) {
      if (!(error instanceof UnavailableError || error instanceof RateLimitedError)) throw error;
      outage = error;
    }
    const leftMs = deadlineMs - performance.now();
    if (leftMs <= 0) throw outage;
    // The service has waited already. One that has not would be asked without end.
    if (outage === null && performance.now() - startMs >= Math.min(waitMs, pollMs)) continue;
    // The last read comes at the deadline itself.
    await pause(Math.min(delayMs, leftMs), signal);
    delayMs = Math.min(delayMs * 1.5, Math.max(POLL_MS_MAX, pollMs));
  }
}
