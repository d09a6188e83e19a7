// SPDX-License-Identifier: Apache-2.0
/** DELETE /agents/{id}: delete an agent that nothing refers to. */
import type { FastifyInstance } from 'fastify';
import { deleteAgent } from '../../../../../registry/agents/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { changerOf, registerSignedIn } from '../../register.ts';

export function registerAgentsDelete(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'deleteAgent', async (request, person, reply) => {
    await deleteAgent(deps.pool, changerOf(person), uuidParameter(request, 'id'));
    return await reply.code(204).send();
  });
}
