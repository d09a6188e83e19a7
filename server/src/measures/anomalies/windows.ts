// SPDX-License-Identifier: Apache-2.0
/** The spans of time that a scan compares, in whole slices and hours of UTC. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const SLICE_MS = 5 * MINUTE_MS;
const SLICES_OF_WINDOW = 12;
const PAST_DAYS = 14;

export interface ScanWindows {
  /** The last hour: the current slice and the eleven before it. */
  windowFrom: Date;
  /** The whole hours that ended before the window began, and began at most 14 days before it. */
  pastFrom: Date;
  pastUntil: Date;
}

export function scanWindows(nowMs: number): ScanWindows {
  const windowFromMs = floor(nowMs, SLICE_MS) - (SLICES_OF_WINDOW - 1) * SLICE_MS;
  const pastUntilMs = floor(windowFromMs, HOUR_MS);
  return {
    windowFrom: new Date(windowFromMs),
    pastFrom: new Date(pastUntilMs - PAST_DAYS * DAY_MS),
    pastUntil: new Date(pastUntilMs),
  };
}

const floor = (ms: number, unitMs: number): number => ms - (ms % unitMs);
