// SPDX-License-Identifier: Apache-2.0
/** The events of a whole month, at the pace of its part that has passed. */

const DAY_MS = 86_400_000;

/**
 * Months are those of UTC, as the quota's are. The pace counts from the organization's first moment where that lies in
 * the month.
 * @param events number in the month so far
 * @returns null while less than a day tells the pace
 */
export function forecastEvents(events: number, createdAtMs: number, nowMs: number): number | null {
  const now = new Date(nowMs);
  const monthStartMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  const monthEndMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  const paceStartMs = Math.max(monthStartMs, createdAtMs);
  const passedMs = nowMs - paceStartMs;
  if (passedMs < DAY_MS) return null;
  return Math.round((events * (monthEndMs - paceStartMs)) / passedMs);
}
