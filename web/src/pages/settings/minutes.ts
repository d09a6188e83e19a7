// SPDX-License-Identifier: Apache-2.0
/** The times that a setting offers, from five minutes to thirty days. */
import type { Organization } from '@svc/contract';
import { GRANT_HOURS_MAX, OUTCOME_MINUTES_MAX } from '@svc/contract/limits';

const MINUTES = [5, 15, 30, 60, 120, 240, 480, 1_440, 2_880, 4_320, 10_080, 20_160, 43_200];

/** Those up to the longest, and what is set. */
function upTo(max: number | null, current: number): number[] {
  const allowed = MINUTES.filter((minutes) => max === null || minutes <= max);
  return [...new Set([...allowed, current])].sort((one, other) => one - other);
}

/** How long an approval holds that no policy asked for; empty where nothing is set. */
export function reviewMinutesOf({ reviewDefaults: { validMinutes } }: Organization): number[] {
  return validMinutes === undefined ? MINUTES : upTo(null, validMinutes);
}

const HOURS = [0, 1, 2, 4, 8, 12, 24, 48, 72, GRANT_HOURS_MAX];

export function grantHoursOf({ grantHoursMax }: Organization): number[] {
  return [...new Set([...HOURS, grantHoursMax])].sort((one, other) => one - other);
}

/** A review, and an allowed act, may not outlive their event. */
export function minutesOf(organization: Organization) {
  const { retentionDays, reviewExpiryMinutes, approvalValidMinutes, outcomeMinutes } = organization;
  const kept = retentionDays === null ? null : retentionDays * 1_440;
  return {
    reviewExpiryMinutes: upTo(kept, reviewExpiryMinutes),
    approvalValidMinutes: upTo(kept, approvalValidMinutes),
    outcomeMinutes: upTo(OUTCOME_MINUTES_MAX, outcomeMinutes),
  };
}
