/** The due time of the next attempt to send a mail. */
import { RETRY_DELAYS_MS, RETRY_JITTER_MAX } from './limits.ts';

/**
 * Milliseconds from a failed attempt to the next; null when it was the last.
 * @param attempts number so far, 1 after the first
 * @param random of 0 up to 1
 */
export function retryDelayMs(attempts: number, random: number): number | null {
  const delay = RETRY_DELAYS_MS[attempts - 1];
  return delay === undefined ? null : Math.round(delay * (1 + RETRY_JITTER_MAX * random));
}
