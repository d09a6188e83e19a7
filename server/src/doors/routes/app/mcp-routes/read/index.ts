// SPDX-License-Identifier: Apache-2.0
/** GET /mcp-routes/{id}: an MCP route. */
import type { FastifyInstance } from 'fastify';
import { readMcpRoute } from '../../../../../registry/gateway-routes/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerMcpRoutesRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readMcpRoute', async (request, { organization }) => {
    return await readMcpRoute(deps.pool, organization.id, uuidParameter(request, 'id'));
  });
}
