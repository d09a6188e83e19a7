// SPDX-License-Identifier: Apache-2.0
/** POST /mcp-routes: make an MCP route. */
import type { McpRouteCreation } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { createMcpRoute } from '../../../../../registry/gateway-routes/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { heldChangerOf, registerSignedIn } from '../../register.ts';

export function registerMcpRoutesCreate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'createMcpRoute', async (request, person, reply) => {
    const creation = request.body as McpRouteCreation;
    const made = await createMcpRoute(deps.pool, heldChangerOf(person, 'createMcpRoute', creation), creation);
    return await reply.code(201).send(made);
  });
}
