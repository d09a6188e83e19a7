// SPDX-License-Identifier: Apache-2.0
/**
 * Owns local time: which names are time zones, how far each is from UTC, and calendar windows. It refuses to know the
 * clock: the moment is passed in.
 */
export { DAY_MS, HOUR_MS, isTimeZone, offsetMsAt } from './offset.ts';
export { type CalendarWindow, windowBefore, windowOf } from './window.ts';
