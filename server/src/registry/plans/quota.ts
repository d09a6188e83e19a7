// SPDX-License-Identifier: Apache-2.0
/** The monthly quota of LIVE events. It is soft: an event past it is decided and recorded, and marked. */
import type { Limits } from './limits.ts';

/** @param events number in the UTC month, including the current one */
export function isOverQuota(events: number, eventsPerMonth: Limits['eventsPerMonth']): boolean {
  return eventsPerMonth !== null && events > eventsPerMonth;
}

/** Shares of the quota of which people are told, in percent. */
const TOLD_SHARES = [80, 100] as const;

/** @returns the shares that so many events reach, in rising order; none without a quota, and without an event */
export function sharesReached(events: number, eventsPerMonth: Limits['eventsPerMonth']): number[] {
  if (eventsPerMonth === null || events === 0) return [];
  return TOLD_SHARES.filter((percent) => events * 100 >= eventsPerMonth * percent);
}
