/** Times, spans and numbers in a language. Formatters are made once each: making one costs more than using it. */

export interface Format {
  dateTime(iso: string): string;
  number(value: number): string;
  /** `2 hours ago`, from the largest unit that is not zero. */
  ago(iso: string, nowMs: number): string;
  /** `23 h 5 min`, for a time to come; null when it has passed. */
  left(iso: string, nowMs: number): string | null;
  list(words: readonly string[]): string;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export function createFormat(language: string): Format {
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
  const number = new Intl.NumberFormat(language);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'long' });
  const list = new Intl.ListFormat(language, { type: 'disjunction' });
  const short = (unit: string) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' });
  const units = { day: short('day'), hour: short('hour'), minute: short('minute'), second: short('second') };
  return {
    dateTime: (iso) => dateTime.format(new Date(iso)),
    number: (value) => number.format(value),
    list: (words) => list.format(words),
    ago(iso, nowMs) {
      const elapsedMs = Math.max(0, nowMs - Date.parse(iso));
      if (elapsedMs < MINUTE_MS) return relative.format(-Math.floor(elapsedMs / SECOND_MS), 'second');
      if (elapsedMs < HOUR_MS) return relative.format(-Math.floor(elapsedMs / MINUTE_MS), 'minute');
      if (elapsedMs < DAY_MS) return relative.format(-Math.floor(elapsedMs / HOUR_MS), 'hour');
      return relative.format(-Math.floor(elapsedMs / DAY_MS), 'day');
    },
    left(iso, nowMs) {
      const leftMs = Date.parse(iso) - nowMs;
      if (leftMs <= 0) return null;
      const days = Math.floor(leftMs / DAY_MS);
      const hours = Math.floor((leftMs % DAY_MS) / HOUR_MS);
      const minutes = Math.floor((leftMs % HOUR_MS) / MINUTE_MS);
      if (days > 0) return `${units.day.format(days)} ${units.hour.format(hours)}`;
      if (hours > 0) return `${units.hour.format(hours)} ${units.minute.format(minutes)}`;
      if (minutes > 0) return units.minute.format(minutes);
      return units.second.format(Math.floor(leftMs / SECOND_MS));
    },
  };
}
