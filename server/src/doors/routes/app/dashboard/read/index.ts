// SPDX-License-Identifier: Apache-2.0
/** GET /dashboard: the overview of a period. */
import type { DashboardQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { readDashboard } from '../../../../../measures/dashboard/index.ts';
import { readUsage } from '../../../../../organization/organizations/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerDashboardRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readDashboard', async (request, person) => {
    const nowMs = deps.pool.clock.nowMs();
    const usage = await readUsage(deps.pool, person.organization.id, nowMs);
    return await readDashboard(deps.reads, readerOf(person), request.query as DashboardQuery, usage, nowMs);
  });
}
