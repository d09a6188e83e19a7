// SPDX-License-Identifier: Apache-2.0
/** The way an allowed act went: whether it can still be run, was, and how that ended. */
import type { EventItem } from '@svc/contract';

export type Act = 'open' | 'redeemed' | 'missing' | 'done' | 'failed' | 'unknown' | 'late' | 'lapsed';
/** The one word of a list: more than was stated weighs more than how it ended. */
export type ActMark = Act | 'exceeded';

export type Acted = Pick<EventItem, 'redemption' | 'outcome' | 'outcomeMissing'>;

const OF_OUTCOME = { SUCCEEDED: 'done', FAILED: 'failed', UNKNOWN: 'unknown' } as const;

/** @returns null where nothing was allowed, and of old events */
export function actOf({ redemption, outcome, outcomeMissing }: Acted): Act | null {
  if (redemption === null) return outcome === null ? null : OF_OUTCOME[outcome.status];
  const { status, redeemableUntil } = redemption;
  if (outcome !== null) {
    // Reported while it was open, it was merely not redeemed.
    const isLate = status === 'LAPSED' && Date.parse(outcome.reportedAt) >= Date.parse(redeemableUntil);
    return isLate ? 'late' : OF_OUTCOME[outcome.status];
  }
  if (status === 'OPEN') return 'open';
  if (status === 'LAPSED') return 'lapsed';
  return outcomeMissing ? 'missing' : 'redeemed';
}

export function actMarkOf(event: Acted): ActMark | null {
  const act = actOf(event);
  return act !== 'late' && event.outcome?.exceedsStated === true ? 'exceeded' : act;
}
