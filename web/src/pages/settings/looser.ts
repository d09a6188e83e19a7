// SPDX-License-Identifier: Apache-2.0
/** The risk scores at which a change of the limits lets through what was asked or blocked before. */
import { RISK_SCORE_MAX } from '@svc/contract/limits';

export interface Limits {
  enforcement: string;
  riskReviewAt: string;
  riskBlockAt: string;
}

type Outcome = 'allowed' | 'asked' | 'blocked';
const STRICTNESS: Readonly<Record<Outcome, number>> = { allowed: 0, asked: 1, blocked: 2 };

export interface LooserRange {
  /** Risk scores, both ends included. */
  from: number;
  to: number;
  before: Outcome;
  after: Outcome;
}

/** The risk scores at which another, less strict thing happens. In monitor mode nothing is stopped by the risk. */
export function looserRanges(saved: Limits, entered: Limits): LooserRange[] {
  const ranges: LooserRange[] = [];
  for (let score = 0; score <= RISK_SCORE_MAX; score += 1) {
    const before = outcomeAt(saved, score);
    const after = outcomeAt(entered, score);
    if (STRICTNESS[after] >= STRICTNESS[before]) continue;
    const last = ranges.at(-1);
    if (last !== undefined && last.to === score - 1 && last.before === before && last.after === after) last.to = score;
    else ranges.push({ from: score, to: score, before, after });
  }
  return ranges;
}

function outcomeAt({ enforcement, riskReviewAt, riskBlockAt }: Limits, score: number): Outcome {
  if (enforcement === 'MONITOR') return 'allowed';
  if (score >= Number(riskBlockAt)) return 'blocked';
  return score >= Number(riskReviewAt) ? 'asked' : 'allowed';
}
