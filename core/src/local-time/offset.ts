// SPDX-License-Identifier: Apache-2.0
/** Time zones, and how far each is from UTC at a moment. */

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

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
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

/** Local time minus UTC in milliseconds. Throws a RangeError as its callers say. */
export function offsetMsAt(atMs: number, timeZone: string): number {
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
