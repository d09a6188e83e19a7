// SPDX-License-Identifier: Apache-2.0
/** The spans of time that a scan compares, in whole slices and hours of UTC. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const SLICE_MS = 5 * MINUTE_MS;
const SLICES_OF_WINDOW = 12;
const PAST_DAYS = 14;
/** Beyond the window, roll-ups of these ages are not needed any more. */
const SLICES_KEPT_MS = 3 * HOUR_MS;
const HOURS_KEPT_MS = (PAST_DAYS + 2) * DAY_MS;

export interface ScanWindows {
  /** The last hour: the current slice and the eleven before it. */
  windowFrom: Date;
  /** The whole hours that ended before the window began, and began at most 14 days before it. */
  pastFrom: Date;
  pastUntil: Date;
  /** Roll-ups before these are neither made nor kept. */
  slicesKeptFrom: Date;
  hoursKeptFrom: Date;
}

export function scanWindows(nowMs: number): ScanWindows {
  const windowFromMs = floor(nowMs, SLICE_MS) - (SLICES_OF_WINDOW - 1) * SLICE_MS;
  const pastUntilMs = floor(windowFromMs, HOUR_MS);
  return {
    windowFrom: new Date(windowFromMs),
    pastFrom: new Date(pastUntilMs - PAST_DAYS * DAY_MS),
    pastUntil: new Date(pastUntilMs),
    slicesKeptFrom: new Date(floor(nowMs, SLICE_MS) - SLICES_KEPT_MS),
    hoursKeptFrom: new Date(floor(nowMs, HOUR_MS) - HOURS_KEPT_MS),
  };
}

const floor = (ms: number, unitMs: number): number => ms - (ms % unitMs);
