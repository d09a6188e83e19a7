// SPDX-License-Identifier: Apache-2.0
/** The one reader of moments that callers give: in bodies, queries, files, options and arguments of tools. */

const DAY = /(\d{4})-(\d\d)-(\d\d)/;
const HOUR_AND_MINUTE = /([01]\d|2[0-3]):([0-5]\d)/;
const SECOND = /:([0-5]\d)(?:\.(\d{1,9}))?/;
const MOMENT = new RegExp(
  `^${DAY.source}[Tt]${HOUR_AND_MINUTE.source}(?:${SECOND.source})?(?:[Zz]|([+-])${HOUR_AND_MINUTE.source})$`,
);
/** 1 January 10000, in milliseconds. */
const END_MS = 253_402_300_800_000;
const MINUTE_MS = 60_000;

/**
 * A time of RFC 3339, whose seconds may be left out: a day that the calendar has, an hour to 23 and its zone.
 * @returns epoch milliseconds, with a fraction where the text has one; null for any other text
 */
export function readMoment(text: string): number | null {
  const parts = MOMENT.exec(text);
  if (parts === null) return null;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part = '0') => Number(part)) as Six;
  const [fraction = '', sign, offsetHour = 0, offsetMinute = 0] = parts.slice(7);
  const date = new Date(Date.UTC(year, month - 1, day));
  // The platform moves 30 February to 2 March, and the years before 100 to the century before.
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const offsetMinutes = (sign === '-' ? -1 : 1) * (60 * Number(offsetHour) + Number(offsetMinute));
  const atMs =
    date.getTime() +
    (60 * hour + minute - offsetMinutes) * MINUTE_MS +
    second * 1_000 +
    Number(fraction.padEnd(9, '0')) / 1_000_000;
  return atMs >= 0 && atMs < END_MS ? atMs : null;
}

type Six = [number, number, number, number, number, number];

export const isMoment = (text: string): boolean => readMoment(text) !== null;
