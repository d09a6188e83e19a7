// SPDX-License-Identifier: Apache-2.0
/** GET /usage: the month to date against the plan. */
import type { FastifyInstance } from 'fastify';
import { readUsage } from '../../../../../organization/organizations/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerUsageRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readUsage', async (_request, { organization }) => {
    return await readUsage(deps.pool, organization.id, deps.pool.clock.nowMs());
  });
}
