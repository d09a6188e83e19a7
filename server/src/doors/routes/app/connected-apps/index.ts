// SPDX-License-Identifier: Apache-2.0
/** The routes of connected apps. */
import type { PageQuery } from '@svc/contract';
import { listConnectedApps, revokeConnectedApp } from '../../../../organization/oauth/index.ts';
import { pageOf, UUID_MARK } from '../../../../platform/pagination/index.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, changerOf } from '../register.ts';

export const CONNECTED_APPS_ROUTES = {
  /** GET /connected-apps: a member's own, and all of the organization for owners and admins. */
  listConnectedApps: async ({ authorizationServer, pool }, request, person) => {
    const page = pageOf(request.query as PageQuery, UUID_MARK);
    const list = await listConnectedApps(pool, changerOf(person), page);
    return { ...list, mcpUrl: authorizationServer.mcpUrl() };
  },

  /** DELETE /connected-apps/{id}: the connection ends, and its tokens with it. */
  revokeConnectedApp: async ({ pool }, request, person, reply) => {
    await revokeConnectedApp(pool, changerOf(person), uuidParameter(request, 'id'));
    return await reply.code(204).send();
  },
} satisfies Partial<AppHandlers>;
