// SPDX-License-Identifier: Apache-2.0
/** Until when an allowed act can be redeemed, and whether it was. */
import type { Decision, RedemptionStatus } from '@svc/contract';

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;

/**
 * The end of the time in which an act can be redeemed, never past that of its event.
 * @param fromMs of the ALLOW, or of the last approval @param createdAtMs of the event
 */
export function redeemableUntilMs(
  { approvalValidMinutes, retentionDays }: { approvalValidMinutes: number; retentionDays: number | null },
  fromMs: number,
  createdAtMs: number,
): number {
  const validUntil = fromMs + approvalValidMinutes * MS_PER_MINUTE;
  return retentionDays === null ? validUntil : Math.min(validUntil, createdAtMs + retentionDays * MS_PER_DAY);
}

/** Exact to the millisecond: at `untilMs` it is LAPSED. @param redeemedAtMs null while it was not */
export function redemptionOf(untilMs: number, redeemedAtMs: number | null, nowMs: number): Decision['redemption'] {
  return {
    status: statusOf(untilMs, redeemedAtMs, nowMs),
    redeemableUntil: textOf(untilMs),
    redeemedAt: redeemedAtMs === null ? null : new Date(redeemedAtMs).toISOString(),
  };
}

/** Decisions of one millisecond end together, and formatting a time takes longer than comparing two. */
function textOf(untilMs: number): string {
  if (untilMs !== lastMs) {
    lastMs = untilMs;
    lastText = new Date(untilMs).toISOString();
  }
  return lastText;
}

let lastMs = Number.NaN;
let lastText = '';

function statusOf(untilMs: number, redeemedAtMs: number | null, nowMs: number): RedemptionStatus {
  if (redeemedAtMs !== null) return 'REDEEMED';
  return nowMs < untilMs ? 'OPEN' : 'LAPSED';
}
