// SPDX-License-Identifier: Apache-2.0
/**
 * Times, spans and numbers in a language, and in the one zone that the app tells times in. A formatter is made once,
 * when it is needed: some take milliseconds.
 */
import { localOf } from './zone.ts';

export interface Format {
  /** The zone as a list names it: `Brasilia Standard Time, GMT-3`. */
  readonly zone: string;
  /** As the platform knows it: `America/Sao_Paulo`. */
  readonly zoneId: string;
  /** Date, and time to the second with its zone, for a title or a fact. */
  dateTime(iso: string): string;
  /** `24 Nov, 09:12`. */
  short(iso: string): string;
  /** `24 Nov, 09:12:04`, with the year where it is another one. */
  row(iso: string, nowMs: number): string;
  /** `09:12:04`. */
  clock(iso: string): string;
  /** `09:12` on the same day, `yesterday 09:12` the day after, else with its date. */
  recent(iso: string, nowMs: number): string;
  number(value: number): string;
  /** `2 hours ago`, from the largest unit that is not zero. */
  ago(iso: string, nowMs: number): string;
  /** `42 min`, `3 h 05`, `19 h`, for a time to come; null when it has passed. */
  left(iso: string, nowMs: number): string | null;
  list(words: readonly string[]): string;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** From here on minutes say nothing that a person acts on. */
const WHOLE_HOURS_FROM = 10;
const WHOLE_DAYS_FROM = 3;

export function createFormat(language: string, zoneId: string): Format {
  const times = { timeZone: zoneId, hourCycle: 'h23' } as const;
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const seconds = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const full = once(() => new Intl.DateTimeFormat(language, { ...times, ...date, ...seconds, timeZoneName: 'short' }));
  const day = once(() => new Intl.DateTimeFormat(language, { ...times, day: 'numeric', month: 'short' }));
  const wholeDay = once(() => new Intl.DateTimeFormat(language, { ...times, ...date }));
  const minute = once(() => new Intl.DateTimeFormat(language, { ...times, hour: '2-digit', minute: '2-digit' }));
  const second = once(() => new Intl.DateTimeFormat(language, { ...times, ...seconds }));
  const nameOf = (style: 'longGeneric' | 'shortOffset') =>
    new Intl.DateTimeFormat(language, { ...times, timeZoneName: style })
      .formatToParts()
      .find(({ type }) => type === 'timeZoneName')?.value ?? zoneId;
  const zone = once(() => (zoneId === 'UTC' ? zoneId : `${nameOf('longGeneric')}, ${nameOf('shortOffset')}`));
  const number = once(() => new Intl.NumberFormat(language));
  const relative = once(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'long' }));
  const list = once(() => new Intl.ListFormat(language, { type: 'disjunction' }));
  const days = once(() => new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }));
  const dayOf = (iso: string) => day().format(new Date(iso)).replace(/ de /g, ' ');
  const shortOf = (iso: string) => `${dayOf(iso)}, ${minute().format(new Date(iso))}`;
  return {
    get zone() {
      return zone();
    },
    zoneId,
    dateTime: (iso) => full().format(new Date(iso)),
    short: shortOf,
    row(iso, nowMs) {
      const isOfThisYear =
        localOf(iso, zoneId).slice(0, 4) === localOf(new Date(nowMs).toISOString(), zoneId).slice(0, 4);
      const on = isOfThisYear ? dayOf(iso) : wholeDay().format(new Date(iso));
      return `${on}, ${second().format(new Date(iso))}`;
    },
    clock: (iso) => second().format(new Date(iso)),
    recent(iso, nowMs) {
      const daysAgo = dayNumber(new Date(nowMs).toISOString(), zoneId) - dayNumber(iso, zoneId);
      if (daysAgo === 0) return minute().format(new Date(iso));
      return daysAgo === 1 ? `${relative().format(-1, 'day')} ${minute().format(new Date(iso))}` : shortOf(iso);
    },
    number: (value) => number().format(value),
    list: (words) => list().format(words),
    ago(iso, nowMs) {
      const elapsedMs = Math.max(0, nowMs - Date.parse(iso));
      if (elapsedMs < MINUTE_MS) return relative().format(-Math.floor(elapsedMs / SECOND_MS), 'second');
      if (elapsedMs < HOUR_MS) return relative().format(-Math.floor(elapsedMs / MINUTE_MS), 'minute');
      if (elapsedMs < DAY_MS) return relative().format(-Math.floor(elapsedMs / HOUR_MS), 'hour');
      return relative().format(-Math.floor(elapsedMs / DAY_MS), 'day');
    },
    left(iso, nowMs) {
      const leftMs = Date.parse(iso) - nowMs;
      if (leftMs <= 0) return null;
      // The unit symbols of the SI are the same in every language of the app.
      if (leftMs < MINUTE_MS) return `${Math.ceil(leftMs / SECOND_MS)} s`;
      if (leftMs < HOUR_MS) return `${Math.floor(leftMs / MINUTE_MS)} min`;
      const hours = Math.floor(leftMs / HOUR_MS);
      if (hours >= WHOLE_DAYS_FROM * 24) return days().format(Math.floor(leftMs / DAY_MS));
      if (hours >= WHOLE_HOURS_FROM) return `${Math.round(leftMs / HOUR_MS)} h`;
      return `${hours} h ${String(Math.floor((leftMs % HOUR_MS) / MINUTE_MS)).padStart(2, '0')}`;
    },
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** Days since the epoch, as the calendar of the zone counts them. */
const dayNumber = (iso: string, zone: string): number =>
  Math.round(Date.parse(`${localOf(iso, zone).slice(0, 10)}T00:00:00Z`) / DAY_MS);
