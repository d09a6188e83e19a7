// SPDX-License-Identifier: Apache-2.0
/** Quiet hours, without a clock of their own. */

/** Times of the day as `HH:MM`, in the time zone of the organization. */
export interface QuietHours {
  from: string;
  until: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** About as many zones as there are. */
const FORMATS_MAX = 512;

/** @param quiet from the minute `from` to the one before `until`, past midnight where `until` is earlier */
export function isQuiet(quiet: QuietHours | null, timeZone: string, nowMs: number): boolean {
  if (quiet === null) return false;
  const now = timeOfDay(timeZone, nowMs);
  const { from, until } = quiet;
  return from < until ? from <= now && now < until : from <= now || now < until;
}

/** `HH:MM`; such texts have the order of their times. */
function timeOfDay(timeZone: string, nowMs: number): string {
  const known = formats.get(timeZone);
  const format =
    known ?? new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit' });
  if (known === undefined) {
    if (formats.size >= FORMATS_MAX) formats.clear();
    formats.set(timeZone, format);
  }
  return format.format(nowMs);
}
