// SPDX-License-Identifier: Apache-2.0
/** The start of a period, the period to begin with, and the question about it. */
import type { Dashboard } from '@svc/contract';
import { readOf } from '../../api/reading.ts';
import { PERIODS, type Period } from './search.ts';

const HOUR_MS = 3_600_000;
/** From the start of its first bin: a day is one of those of the period. */
const HOURS_BEFORE: Readonly<Record<Period, number>> = { '24h': 23, '7d': 6 * 24, '30d': 29 * 24, '90d': 89 * 24 };

export const PERIOD_DEFAULT = '30d';

/** The shortest period that holds every decision of the longest and of the time before it. */
export function shortestWithAll(longest: Dashboard | undefined, nowMs: number): Period {
  const first = longest?.series.find(({ events }) => events > 0);
  if (longest === undefined || first === undefined || longest.previous.totals.events > 0) return PERIOD_DEFAULT;
  return PERIODS.find((period) => periodStart(period, nowMs) <= first.at) ?? PERIOD_DEFAULT;
}

/** Whole hours, so that the same question is asked, and its answer kept, for an hour. */
export function periodStart(period: Period, nowMs: number): string {
  return hourText(nowMs - HOURS_BEFORE[period] * HOUR_MS);
}

export function hourText(atMs: number): string {
  return new Date(Math.floor(atMs / HOUR_MS) * HOUR_MS).toISOString();
}

/** @param asked the period of the address; any other text stands for the one to begin with */
export function dashboardQuery(asked: unknown, sandbox: 'true' | 'false', nowMs: number) {
  const period = PERIODS.find((one) => one === asked) ?? PERIOD_DEFAULT;
  return readOf('readDashboard', { query: { from: periodStart(period, nowMs), sandbox } });
}
