// SPDX-License-Identifier: Apache-2.0
/**
 * Owns business hours: Monday to Friday, 09:00 <= local time < 18:00 in a time zone. It refuses to know the clock: the
 * moment is passed in.
 */

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

/** Tells whether a name is an IANA time zone (or one of its links) known to this runtime, in any letter case. */
export function isTimeZone(name: string): boolean {
  // Fixed offsets such as "+03:00", which some runtimes take, are not names of the IANA database.
  if (name.length > TIME_ZONE_CHARACTERS_MAX || !/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const OPENING_HOUR = 9;
const CLOSING_HOUR = 18;
/** Sunday is 0, as in Date. */
const FIRST_WEEKDAY = 1;
const LAST_WEEKDAY = 5;
/** 1970-01-01 was a Thursday. */
const WEEKDAY_OF_EPOCH = 4;
const DAYS_PER_WEEK = 7;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TIME_ZONE_CHARACTERS_MAX = 64;

/**
 * No zone has ever changed its offset twice within a quarter of an hour. An offset that is the same at both ends of a
 * quarter is therefore the same in between. The formatter, which takes microseconds, is asked twice per quarter and
 * zone.
 */
const SLOT_MS = HOUR_MS / 4;

/** About as many zones as the IANA database has. A cache full of odd spellings drops its oldest zone. */
const ZONES_MAX = 512;

interface Zone {
  readonly formatter: Intl.DateTimeFormat;
  /** The quarter of an hour of `offsetMs`; NaN before the first. */
  slot: number;
  offsetMs: number;
}

/** A memo, and no state: its answers never depend on earlier questions. */
const zones = new Map<string, Zone>();

/** The last moment of the year 9999 and the first of the year 1. */
const AT_MS_MAX = 253_402_300_799_999;
const AT_MS_MIN = -62_135_596_800_000;

function offsetMsAt(atMs: number, timeZone: string): number {
  const zone = zones.get(timeZone) ?? addZone(timeZone);
  const slot = Math.floor(atMs / SLOT_MS);
  if (slot === zone.slot) return zone.offsetMs;
  if (!Number.isInteger(atMs) || atMs < AT_MS_MIN + DAY_MS || atMs > AT_MS_MAX - DAY_MS) {
    throw new RangeError(`not a moment in epoch milliseconds: ${atMs}`);
  }
  const first = measuredOffsetMs(slot * SLOT_MS, zone.formatter);
  const last = measuredOffsetMs((slot + 1) * SLOT_MS - 1, zone.formatter);
  if (first !== last) return measuredOffsetMs(atMs, zone.formatter);
  zone.slot = slot;
  zone.offsetMs = first;
  return first;
}

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

function addZone(timeZone: string): Zone {
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const zone: Zone = { formatter, slot: Number.NaN, offsetMs: 0 };
  if (zones.size >= ZONES_MAX) zones.delete(zones.keys().next().value ?? '');
  zones.set(timeZone, zone);
  return zone;
}

/** The local time, as if it were UTC, minus UTC. */
function measuredOffsetMs(atMs: number, formatter: Intl.DateTimeFormat): number {
  const wholeSecondMs = Math.floor(atMs / 1_000) * 1_000;
  const local: Record<string, number> = {};
  for (const { type, value } of formatter.formatToParts(wholeSecondMs)) local[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = local;
  return (
    new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1_000 - wholeSecondMs
  );
}
