/** Waits until a person has resolved a review, or a deadline has passed. */
import { RateLimitedError, UnavailableError } from '../errors.ts';
import { POLL_MS_MAX } from '../limits.ts';
import { pause } from '../pause.ts';
import type { Decision } from '../wire.ts';
import type { Answered, MaybeDegraded } from './answered.ts';

export interface WaitOptions {
  /** The longest wait; 5 minutes by default. */
  timeoutMs?: number;
  /** The time before the second read. Each later interval is 1.5 times as long, up to 15 s. 1 s by default. */
  pollMs?: number;
  signal?: AbortSignal;
}

interface Waiting {
  readonly timeoutMs: number;
  readonly pollMs: number;
  readonly signal: AbortSignal | undefined;
}

type Read = (id: string) => Promise<Answered<Decision>>;

/**
 * Returns the decision as soon as its outcome is no longer REVIEW, or its state at the deadline: check `finalDecision`.
 * An outage in between does not end the wait; an outage that lasts to the deadline is thrown.
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
    try {
      const decision = await read(id);
      if (decision.finalDecision !== 'REVIEW' || performance.now() >= deadlineMs) return decision;
    } catch (error) {
      if (!(error instanceof UnavailableError || error instanceof RateLimitedError)) throw error;
      outage = error;
    }
    const leftMs = deadlineMs - performance.now();
    if (leftMs <= 0) throw outage;
    // The last read comes at the deadline itself.
    await pause(Math.min(delayMs, leftMs), signal);
    delayMs = Math.min(delayMs * 1.5, Math.max(POLL_MS_MAX, pollMs));
  }
}
