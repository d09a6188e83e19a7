// SPDX-License-Identifier: Apache-2.0
/** GET /connected-apps: a member's own, and all of the organization for owners and admins. */
import type { PageQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { listConnectedApps } from '../../../../../organization/oauth/index.ts';
import { pageOf, UUID_MARK } from '../../../../../platform/pagination/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { changerOf, registerSignedIn } from '../../register.ts';

export function registerConnectedAppsList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listConnectedApps', async (request, person) => {
    const page = pageOf(request.query as PageQuery, UUID_MARK);
    const list = await listConnectedApps(deps.pool, changerOf(person), page);
    return { ...list, mcpUrl: deps.authorizationServer.mcpUrl() };
  });
}
