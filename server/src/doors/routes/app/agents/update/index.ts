// SPDX-License-Identifier: Apache-2.0
/** PATCH /agents/{id}: change an agent. */
import type { AgentChange } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { updateAgent } from '../../../../../registry/agents/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { heldChangerOf, registerSignedIn } from '../../register.ts';

export function registerAgentsUpdate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'updateAgent', async (request, person) => {
    const [id, change] = [uuidParameter(request, 'id'), request.body as AgentChange];
    return await updateAgent(deps.pool, heldChangerOf(person, 'updateAgent', change, id), id, change);
  });
}
