/** Waits until a person has resolved a review, or a deadline has passed. */
import { RateLimitedError, UnavailableError } from '../errors.ts';
import { POLL_MS_MAX } from '../limits.ts';
import { pause } from '../pause.ts';
import type { Decision } from '../wire.ts';
import type { Answered, MaybeDegraded } from './answered.ts';

export interface WaitOptions {
  /** How long to wait at most; 5 minutes by default. */
  timeoutMs?: number;
  /** Before the second look; each later one is 1.5 times as far, up to 15 s. 1 s by default. */
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
 * The decision as soon as its outcome is no longer REVIEW, or as it stands at the deadline: look at `finalDecision`. An
 * outage in between does not end the wait; one that lasts to the deadline is thrown.
 * @throws whatever reading a decision throws, but for outages before the deadline
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
    // The last look comes at the deadline itself.
    await pause(Math.min(delayMs, leftMs), signal);
    delayMs = Math.min(delayMs * 1.5, Math.max(POLL_MS_MAX, pollMs));
  }
}
