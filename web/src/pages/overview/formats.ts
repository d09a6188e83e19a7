// SPDX-License-Identifier: Apache-2.0
/** The numbers and times of the overview. No other page needs them, and making a formatter costs more than using it. */
import { OVERVIEW_REVIEWS_COUNTED_MAX } from '@svc/contract/limits';
import { useCurrentLanguage } from '../../language/current.ts';

interface Formats {
  /** `50K`, for the scale of a chart. */
  compact(value: number): string;
  /** The number of waiting reviews; `10,000+` where no more are counted. */
  waiting(reviews: number): string;
  /** `1.2%`, with two digits that say something. */
  share(value: number): string;
  /** Day and month, or the hour, as the clock of that zone has them. */
  dayIn(atMs: number, timeZone: string): string;
  timeIn(atMs: number, timeZone: string): string;
  /** The name of a month, `2026-11`. */
  month(month: string): string;
}

const made = new Map<string, Formats>();

export function useFormats(): Formats {
  const language = useCurrentLanguage();
  const formats = made.get(language) ?? formatsOf(language);
  made.set(language, formats);
  return formats;
}

function formatsOf(language: string): Formats {
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  const whole = new Intl.NumberFormat(language);
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumSignificantDigits: 2 });
  const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const zones = new Map<string, { day: Intl.DateTimeFormat; time: Intl.DateTimeFormat }>();
  const inZone = (timeZone: string) => {
    const zone = zones.get(timeZone) ?? {
      day: new Intl.DateTimeFormat(language, { timeZone, day: 'numeric', month: 'short' }),
      time: new Intl.DateTimeFormat(language, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    };
    zones.set(timeZone, zone);
    return zone;
  };
  const dayIn = (atMs: number, timeZone: string) => inZone(timeZone).day.format(atMs).replace(/ de /g, ' ');
  const timeIn = (atMs: number, timeZone: string) => inZone(timeZone).time.format(atMs);
  return {
    compact: (value) => compact.format(value),
    waiting: (reviews) => `${whole.format(reviews)}${reviews < OVERVIEW_REVIEWS_COUNTED_MAX ? '' : '+'}`,
    share: (value) => share.format(value),
    dayIn,
    timeIn,
    month: (text) => month.format(new Date(`${text}-15T00:00:00Z`)),
  };
}
