/** The meaning of an answer for a delivery: whether it is tried again, and the wait that the receiver asks for. */

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

const SECONDS = /^\d{1,10}$/;

/** The wait of `Retry-After`, seconds or a date (RFC 9110, 10.2.3); null when it is absent or unreadable. */
export function retryAfterMs(header: string | string[] | undefined, nowMs: number): number | null {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return null;
  if (SECONDS.test(text.trim())) return Number(text) * 1_000;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}
