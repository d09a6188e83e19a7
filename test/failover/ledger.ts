// SPDX-License-Identifier: Apache-2.0
/** The answers that the callers of one round got. It asks no service, and knows no database. */

export type Kind = 'decision' | 'forward';

export interface Answer {
  key: string;
  kind: Kind;
  id: string;
  /** Which of the two processes answered. */
  process: number;
  sentAtMs: number;
  answeredAtMs: number;
  isReplay: boolean;
}

/** An attempt without a decision: a status, or the way in which no answer came. */
export type Failure = number | 'timed out' | 'cut off';

export interface Ledger {
  answers: Answer[];
  /** Keys that callers gave up; each is a fault of the round. */
  unanswered: string[];
  /** The keys that were sent, answered or not. */
  sent: Set<string>;
  answered(answer: Answer): void;
  failed(failure: Failure, sentAtMs: number, endedAtMs: number): void;
  countOf(failure: Failure): number;
  /** Failures other than these, as counts by their name. */
  othersThan(expected: readonly Failure[]): string[];
  /** Keys with more than one id. */
  contradictions: string[];
  longestAnswerMs(): number;
}

export function createLedger(): Ledger {
  const counts = new Map<Failure, number>();
  const ids = new Map<string, string>();
  const answers: Answer[] = [];
  const contradictions: string[] = [];
  let longestMs = 0;
  const took = (sentAtMs: number, endedAtMs: number) => {
    longestMs = Math.max(longestMs, endedAtMs - sentAtMs);
  };
  return {
    answers,
    contradictions,
    unanswered: [],
    sent: new Set(),
    answered(answer) {
      took(answer.sentAtMs, answer.answeredAtMs);
      answers.push(answer);
      const known = ids.get(answer.key);
      ids.set(answer.key, known ?? answer.id);
      if (known !== undefined && known !== answer.id) contradictions.push(`${answer.key}: ${known} and ${answer.id}`);
    },
    failed(failure, sentAtMs, endedAtMs) {
      took(sentAtMs, endedAtMs);
      counts.set(failure, (counts.get(failure) ?? 0) + 1);
    },
    countOf: (failure) => counts.get(failure) ?? 0,
    othersThan: (expected) =>
      [...counts].flatMap(([failure, count]) => (expected.includes(failure) ? [] : [`${failure} x ${count}`])),
    longestAnswerMs: () => longestMs,
  };
}

/** The moments at which either process answered a new decision. */
export const decidedAt = ({ answers }: Ledger): number[] =>
  answers.filter(({ kind, isReplay }) => kind === 'decision' && !isReplay).map(({ answeredAtMs }) => answeredAtMs);

/** The longest time without any of the moments, between two others. */
export function longestWithout(momentsMs: readonly number[], fromMs: number, toMs: number): number {
  const moments = momentsMs.filter((atMs) => atMs > fromMs && atMs < toMs).sort((one, other) => one - other);
  let longestMs = 0;
  let lastMs = fromMs;
  for (const atMs of [...moments, toMs]) {
    longestMs = Math.max(longestMs, atMs - lastMs);
    lastMs = atMs;
  }
  return longestMs;
}
