/** GET /connected-apps: a member's own, and all of the organization for owners and admins. */
import type { FastifyInstance } from 'fastify';
import { listConnectedApps } from '../../../../oauth/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { changerOf, registerSignedIn } from '../../register.ts';

export function registerConnectedAppsList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listConnectedApps', async (_request, person) => {
    const items = await listConnectedApps(deps.pool, changerOf(person));
    return { items, mcpUrl: deps.authorizationServer.mcpUrl() };
  });
}
