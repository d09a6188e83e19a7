// SPDX-License-Identifier: Apache-2.0
/** POST /agents/{id}/erase-reasons: erase the reasons of an agent's pauses and resumptions. */
import type { FastifyInstance } from 'fastify';
import { eraseReasons } from '../../../../../registry/agents/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { changerOf, registerSignedIn } from '../../register.ts';

export function registerAgentsEraseReasons(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'eraseAgentReasons', async (request, person, reply) => {
    await eraseReasons(deps.pool, changerOf(person), uuidParameter(request, 'id'));
    return await reply.code(204).send();
  });
}
