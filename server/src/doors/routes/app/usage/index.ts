// SPDX-License-Identifier: Apache-2.0
/** The routes of usage. */
import { readUsage } from '../../../../organization/organizations/index.ts';
import type { AppHandlers } from '../register.ts';

export const USAGE_ROUTES = {
  /** GET /usage: the month to date against the plan. */
  readUsage: async ({ pool }, _request, { organization }) => {
    return await readUsage(pool, organization.id, pool.clock.nowMs());
  },
} satisfies Partial<AppHandlers>;
