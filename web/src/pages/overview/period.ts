/** The start of a period. */
import type { Period } from './search.ts';

const HOUR_MS = 3_600_000;
/** From the start of its first bin: a day is one of those of the period. */
const HOURS_BEFORE: Readonly<Record<Period, number>> = { '24h': 23, '7d': 6 * 24, '30d': 29 * 24, '90d': 89 * 24 };

/** Whole hours, so that the same question is asked, and its answer kept, for an hour. */
export function periodStart(period: Period, nowMs: number): string {
  return hourText(nowMs - HOURS_BEFORE[period] * HOUR_MS);
}

export function hourText(atMs: number): string {
  return new Date(Math.floor(atMs / HOUR_MS) * HOUR_MS).toISOString();
}
