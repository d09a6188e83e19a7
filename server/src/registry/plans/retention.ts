// SPDX-License-Identifier: Apache-2.0
/** The retention of events. */
import type { Limits } from './limits.ts';

const DAY_MS = 86_400_000;
const MINUTES_PER_DAY = 1_440;

/** Events from before this moment are past their retention; null: all are kept. */
export function retentionStart({ retentionDays }: Pick<Limits, 'retentionDays'>, nowMs: number): Date | null {
  return retentionDays === null ? null : new Date(nowMs - retentionDays * DAY_MS);
}

/** Tells whether the event of a review with this expiry still exists when it expires. */
export function isExpiryRetained({ retentionDays }: Pick<Limits, 'retentionDays'>, expiryMinutes: number): boolean {
  return retentionDays === null || expiryMinutes <= retentionDays * MINUTES_PER_DAY;
}
