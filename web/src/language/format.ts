/** Times, spans and numbers in a language. A formatter is made once, when it is needed: some take milliseconds. */

export interface Format {
  /** Date and time to the second, for a title or a fact. */
  dateTime(iso: string): string;
  /** `24 Nov, 09:12`. */
  short(iso: string): string;
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

export function createFormat(language: string): Format {
  const full = once(
    () => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' }),
  );
  const short = once(
    () => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
  );
  const minute = once(
    () => new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  );
  const second = once(() => new Intl.DateTimeFormat(language, { timeStyle: 'medium', hourCycle: 'h23' }));
  const number = once(() => new Intl.NumberFormat(language));
  const relative = once(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'long' }));
  const list = once(() => new Intl.ListFormat(language, { type: 'disjunction' }));
  const days = once(() => new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }));
  const shortOf = (iso: string) => `${datePart(short(), iso)}, ${minute().format(new Date(iso))}`;
  return {
    dateTime: (iso) => full().format(new Date(iso)),
    short: shortOf,
    clock: (iso) => second().format(new Date(iso)),
    recent(iso, nowMs) {
      const daysAgo = dayNumber(nowMs) - dayNumber(Date.parse(iso));
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

/** Day and month alone, in the order and with the points of the language. */
function datePart(format: Intl.DateTimeFormat, iso: string): string {
  const parts = format.formatToParts(new Date(iso));
  const first = parts.findIndex(({ type }) => type === 'day' || type === 'month');
  const last = parts.findLastIndex(({ type }) => type === 'day' || type === 'month');
  const text = parts.slice(first, last + 1).map(({ value }) => value);
  return text.join('').replace(/ de /g, ' ');
}

/** Days since the epoch in the zone of the device. */
function dayNumber(atMs: number): number {
  const at = new Date(atMs);
  return Math.round(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY_MS);
}
