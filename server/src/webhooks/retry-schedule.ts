/** The meaning of an answer for a delivery, and the due time of the next attempt. */
import { RETRY_AFTER_MS_MAX, RETRY_DELAYS_MS, RETRY_JITTER_MAX } from './limits.ts';

/** `gone`: the receiver answers that it will never take deliveries again. */
export type Verdict = 'delivered' | 'retry' | 'failed' | 'gone';

/** The first matching row decides. Any other answer, and none at all, is tried again. */
const VERDICTS: readonly { from: number; to: number; verdict: Verdict }[] = [
  { from: 200, to: 299, verdict: 'delivered' },
  { from: 408, to: 408, verdict: 'retry' },
  { from: 410, to: 410, verdict: 'gone' },
  { from: 429, to: 429, verdict: 'retry' },
  { from: 400, to: 499, verdict: 'failed' },
];

/** @param status null when no answer came */
export function verdictOf(status: number | null): Verdict {
  const row = status === null ? undefined : VERDICTS.find(({ from, to }) => status >= from && status <= to);
  return row?.verdict ?? 'retry';
}

/**
 * Milliseconds from a failed attempt to the next; null when it was the last.
 * @param step attempts so far, 1 after the first
 * @param random of 0 up to 1
 */
export function retryDelayMs(step: number, retryAfterMs: number | null, random: number): number | null {
  const delay = RETRY_DELAYS_MS[step - 1];
  if (delay === undefined) return null;
  const jittered = Math.round(delay * (1 + RETRY_JITTER_MAX * random));
  return Math.max(jittered, Math.min(retryAfterMs ?? 0, RETRY_AFTER_MS_MAX));
}

const SECONDS = /^\d{1,10}$/;

/** The wait of `Retry-After`, seconds or a date (RFC 9110, 10.2.3); null when it is absent or unreadable. */
export function retryAfterMs(header: string | string[] | undefined, nowMs: number): number | null {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return null;
  if (SECONDS.test(text.trim())) return Number(text) * 1_000;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}
