// SPDX-License-Identifier: Apache-2.0
/** A count at the end of its window, at the pace of the part that has passed. */

const DAY_MS = 86_400_000;
/** A smaller part of a window tells nothing of its pace. */
const WINDOW_PARTS_MAX = 10;

interface Window {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * The pace counts from the first moment of what is counted where that lies in the window.
 * @returns null while less than a day, or a tenth of a shorter window, tells the pace
 */
export function forecastCount(
  count: number,
  { startMs, endMs }: Window,
  sinceMs: number,
  nowMs: number,
): number | null {
  const paceStartMs = Math.max(startMs, sinceMs);
  const passedMs = nowMs - paceStartMs;
  if (passedMs < Math.min(DAY_MS, (endMs - startMs) / WINDOW_PARTS_MAX)) return null;
  return Math.round((count * (endMs - paceStartMs)) / passedMs);
}

/** The events of a whole month. Months are those of UTC, as the quota's are. */
export function forecastEvents(events: number, createdAtMs: number, nowMs: number): number | null {
  const now = new Date(nowMs);
  const startMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  const endMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  return forecastCount(events, { startMs, endMs }, createdAtMs, nowMs);
}
