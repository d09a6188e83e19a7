// SPDX-License-Identifier: Apache-2.0
/**
 * Owns business hours: Monday to Friday, 09:00 <= local time < 18:00 in a time zone. It refuses to know the clock: the
 * moment is passed in.
 */

import { DAY_MS, HOUR_MS, offsetMsAt } from '../local-time/index.ts';

/**
 * Tells whether a moment lies outside business hours in an IANA time zone, right across changes of daylight-saving
 * time. Throws a RangeError for an unknown zone, or for a moment that is no integer of epoch milliseconds in the years
 * 1..9999.
 */
export function isOutsideBusinessHours(atMs: number, timeZone: string): boolean {
  const localMs = atMs + offsetMsAt(atMs, timeZone);
  const days = Math.floor(localMs / DAY_MS);
  const timeOfDayMs = localMs - days * DAY_MS;
  const weekday = (((days + WEEKDAY_OF_EPOCH) % DAYS_PER_WEEK) + DAYS_PER_WEEK) % DAYS_PER_WEEK;
  if (weekday < FIRST_WEEKDAY || weekday > LAST_WEEKDAY) return true;
  return timeOfDayMs < OPENING_HOUR * HOUR_MS || timeOfDayMs >= CLOSING_HOUR * HOUR_MS;
}

const OPENING_HOUR = 9;
const CLOSING_HOUR = 18;
/** Sunday is 0, as in Date. */
const FIRST_WEEKDAY = 1;
const LAST_WEEKDAY = 5;
/** 1970-01-01 was a Thursday. */
const WEEKDAY_OF_EPOCH = 4;
const DAYS_PER_WEEK = 7;

/** A week has both hours in every time zone. */
const HOURS_SEARCHED = 7 * 24;

/** This moment, or the next full hour, that is inside or outside of business hours. */
export function momentWith(nowMs: number, timeZone: string, isOutside: boolean): number {
  if (isOutsideBusinessHours(nowMs, timeZone) === isOutside) return nowMs;
  const firstMs = Math.ceil(nowMs / HOUR_MS) * HOUR_MS;
  for (let hour = 0; hour < HOURS_SEARCHED; hour += 1) {
    const atMs = firstMs + hour * HOUR_MS;
    if (isOutsideBusinessHours(atMs, timeZone) === isOutside) return atMs;
  }
  throw new RangeError(`a week of ${timeZone} has no such hour`);
}
