// SPDX-License-Identifier: Apache-2.0
/** The sums of a period, bin by bin. */
import type { Dashboard, DashboardTotals } from '@svc/contract';
import type { Transaction } from '../../storage/db/index.ts';
import { ALL_COLUMNS, ALL_SUMS, rowsOfSlice, type Slice, valuesOf } from './sums.ts';

type TotalsRow = DashboardTotals & Record<string, unknown>;

/** Bins without decisions are there, with zeros. */
export async function readSeries(
  transaction: Transaction,
  slice: Slice,
): Promise<Pick<Dashboard, 'series' | 'totals'>> {
  const rows = await transaction.query<TotalsRow & { bin: number }>(SELECT_SERIES, [...valuesOf(slice), slice.starts]);
  const found = new Map(rows.map(({ bin, ...totals }) => [bin, totals as DashboardTotals]));
  const series = slice.starts.map((at, index) => ({ at: at.toISOString(), ...(found.get(index + 1) ?? NONE) }));
  return { series, totals: series.reduce(added, NONE) };
}

const ROWS = rowsOfSlice('decision', ALL_COLUMNS);
const SELECT_SERIES = `
  SELECT width_bucket(at, $10::timestamptz[]) AS bin, ${ALL_SUMS}
  FROM ${ROWS} AS rows GROUP BY bin`;

export async function readTotals(transaction: Transaction, slice: Slice): Promise<DashboardTotals> {
  const [row] = await transaction.query<TotalsRow>(SELECT_TOTALS, valuesOf(slice));
  return row ?? NONE;
}

const SELECT_TOTALS = `SELECT ${ALL_SUMS} FROM ${ROWS} AS rows`;

const NONE: DashboardTotals = {
  events: 0,
  allowed: 0,
  reviewed: 0,
  blocked: 0,
  wouldReview: 0,
  wouldBlock: 0,
  low: 0,
  medium: 0,
  high: 0,
  critical: 0,
  records: 0,
};

function added(left: DashboardTotals, right: DashboardTotals): DashboardTotals {
  const names = Object.keys(NONE) as (keyof DashboardTotals)[];
  return Object.fromEntries(names.map((name) => [name, left[name] + right[name]])) as unknown as DashboardTotals;
}
