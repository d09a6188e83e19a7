// SPDX-License-Identifier: Apache-2.0
/** GET /mcp-routes: list MCP routes. */
import type { McpRouteListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { listMcpRoutes } from '../../../../../registry/gateway-routes/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerMcpRoutesList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listMcpRoutes', async (request, person) => {
    return await listMcpRoutes(deps.reads, readerOf(person), request.query as McpRouteListQuery);
  });
}
