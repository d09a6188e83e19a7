// SPDX-License-Identifier: Apache-2.0
/** Calendar windows: the hour, day, week or month in which a moment lies, in a time zone. */
import type { BudgetWindow } from '@svc/contract';
import { DAY_MS, HOUR_MS, offsetMsAt } from './offset.ts';

/** A window in epoch milliseconds: its start belongs to it, its end does not. */
export interface CalendarWindow {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * The window of a moment. A day of 23 or 25 hours is one day; an hour that a clock shows twice is two. Throws a
 * RangeError for an unknown zone, or a moment outside of the years 1..9999.
 */
export function windowOf(atMs: number, window: BudgetWindow, timeZone: string): CalendarWindow {
  const key = `${window} ${timeZone}`;
  const last = lastWindows.get(key);
  if (last !== undefined && atMs >= last.startMs && atMs < last.endMs) return last;
  const found = window === 'HOUR' ? hourOf(atMs, timeZone) : daysOf(atMs, window, timeZone);
  if (lastWindows.size >= WINDOWS_MAX) lastWindows.delete(lastWindows.keys().next().value ?? '');
  lastWindows.set(key, found);
  return found;
}

/** The window before it. */
export const windowBefore = ({ startMs }: CalendarWindow, window: BudgetWindow, timeZone: string): CalendarWindow =>
  windowOf(startMs - 1, window, timeZone);

/** A memo, and no state: most moments lie in the window of the last one. */
const lastWindows = new Map<string, CalendarWindow>();
const WINDOWS_MAX = 512;

function hourOf(atMs: number, timeZone: string): CalendarWindow {
  const intoMs = mod(atMs + offsetMsAt(atMs, timeZone), HOUR_MS);
  return { startMs: atMs - intoMs, endMs: atMs - intoMs + HOUR_MS };
}

/** From midnight to midnight, each the first moment that shows its date. */
function daysOf(atMs: number, window: Exclude<BudgetWindow, 'HOUR'>, timeZone: string): CalendarWindow {
  const localMs = atMs + offsetMsAt(atMs, timeZone);
  const day = localMs - mod(localMs, DAY_MS);
  const [first, next] = BOUNDS[window](day);
  return { startMs: firstMomentOf(first, timeZone), endMs: firstMomentOf(next, timeZone) };
}

/** The local midnights at which a window begins and the next one does, written as if they were UTC. */
const BOUNDS: Readonly<Record<Exclude<BudgetWindow, 'HOUR'>, (day: number) => readonly [number, number]>> = {
  DAY: (day) => [day, day + DAY_MS],
  WEEK: (day) => {
    const monday = day - mod(day / DAY_MS + DAYS_FROM_MONDAY_TO_EPOCH, DAYS_PER_WEEK) * DAY_MS;
    return [monday, monday + DAYS_PER_WEEK * DAY_MS];
  },
  MONTH: (day) => {
    const date = new Date(day);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return [new Date(0).setUTCFullYear(year, month, 1), new Date(0).setUTCFullYear(year, month + 1, 1)];
  },
};

/** 1970-01-01 was a Thursday. */
const DAYS_FROM_MONDAY_TO_EPOCH = 3;
const DAYS_PER_WEEK = 7;

/** The first moment whose local date is this one or later: some zones have left out a midnight, or a whole day. */
function firstMomentOf(midnight: number, timeZone: string): number {
  const dateAt = (atMs: number) => atMs + offsetMsAt(atMs, timeZone);
  let before = midnight - OFFSET_MS_MAX;
  let reached = midnight + OFFSET_MS_MAX;
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (dateAt(middle) >= midnight) reached = middle;
    else before = middle;
  }
  return reached;
}

/** No zone has been further from UTC, and none has left out more than a day. */
const OFFSET_MS_MAX = 40 * HOUR_MS;

const mod = (value: number, by: number): number => ((value % by) + by) % by;
