// SPDX-License-Identifier: Apache-2.0
/** The period of the overview, and its view of the chart, in the address. */

export const PERIODS = ['24h', '7d', '30d', '90d'] as const;
export type Period = (typeof PERIODS)[number];

export interface OverviewSearch {
  /** Without one, the shortest that holds all there is, of thirty days at most. */
  period?: Period;
  /** By outcome without one. */
  by?: 'risk';
  table?: 'true';
}

export function overviewSearchOf(search: Record<string, unknown>): OverviewSearch {
  const period = PERIODS.find((one) => one === search.period);
  return {
    ...(period !== undefined && { period }),
    ...(search.by === 'risk' && { by: 'risk' }),
    ...(search.table === 'true' && { table: 'true' }),
  };
}
