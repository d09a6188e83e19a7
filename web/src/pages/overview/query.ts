// SPDX-License-Identifier: Apache-2.0
/** The question of the page: what was decided since the start of a period. */
import { readOf } from '../../api/reading.ts';
import { PERIOD_DEFAULT, periodStart } from './period.ts';
import { PERIODS } from './search.ts';

/** @param asked the period of the address; the longest first one where it names none */
export function dashboardQuery(asked: unknown, sandbox: 'true' | 'false', nowMs: number) {
  const period = PERIODS.find((one) => one === asked) ?? PERIOD_DEFAULT;
  return readOf('readDashboard', { query: { from: periodStart(period, nowMs), sandbox } });
}
