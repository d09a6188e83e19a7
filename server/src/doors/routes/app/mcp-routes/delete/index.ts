// SPDX-License-Identifier: Apache-2.0
/** DELETE /mcp-routes/{id}: delete an MCP route. */
import type { FastifyInstance } from 'fastify';
import { deleteMcpRoute } from '../../../../../registry/gateway-routes/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { changerOf, registerSignedIn } from '../../register.ts';

export function registerMcpRoutesDelete(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'deleteMcpRoute', async (request, person, reply) => {
    await deleteMcpRoute(deps.pool, changerOf(person), uuidParameter(request, 'id'));
    return await reply.code(204).send();
  });
}
