// SPDX-License-Identifier: Apache-2.0
/** The routes of dashboard. */
import type { DashboardQuery } from '@svc/contract';
import { readDashboard } from '../../../../measures/dashboard/index.ts';
import { readUsage } from '../../../../organization/organizations/index.ts';
import { type AppHandlers, readerOf } from '../register.ts';

export const DASHBOARD_ROUTES = {
  /** GET /dashboard: the overview of a period. */
  readDashboard: async ({ pool, reads }, request, person) => {
    const nowMs = pool.clock.nowMs();
    const usage = await readUsage(pool, person.organization.id, nowMs);
    return await readDashboard(reads, readerOf(person), request.query as DashboardQuery, usage, nowMs);
  },
} satisfies Partial<AppHandlers>;
