// SPDX-License-Identifier: Apache-2.0
/** The texts of charts, in English. */
export const words = {
  allowed: 'Allowed',
  waited: 'Asked a person',
  blocked: 'Blocked',
  would: 'Would be stopped',
  decided: (count: string) => `${count} decided`,
  stopped: (count: string) => `${count} stopped`,
  period: 'Period',
  table: 'Table',
  periodSays: (period: string, counts: string) => `${period}: ${counts}`,
};
