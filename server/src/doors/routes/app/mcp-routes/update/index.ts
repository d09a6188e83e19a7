// SPDX-License-Identifier: Apache-2.0
/** PATCH /mcp-routes/{id}: change an MCP route. */
import type { McpRouteChange } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { updateMcpRoute } from '../../../../../registry/gateway-routes/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { heldChangerOf, registerSignedIn } from '../../register.ts';

export function registerMcpRoutesUpdate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'updateMcpRoute', async (request, person) => {
    const [id, change] = [uuidParameter(request, 'id'), request.body as McpRouteChange];
    return await updateMcpRoute(deps.pool, heldChangerOf(person, 'updateMcpRoute', change, id), id, change);
  });
}
