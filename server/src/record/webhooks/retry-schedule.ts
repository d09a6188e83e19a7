// SPDX-License-Identifier: Apache-2.0
/** The meaning of an answer for a delivery: whether it is tried again. */

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
