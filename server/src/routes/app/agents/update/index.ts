// SPDX-License-Identifier: Apache-2.0
/** PATCH /agents/{id}: change an agent. */
import type { AgentChange } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { updateAgent } from '../../../../registry/agents/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { changerOf, registerSignedIn } from '../../register.ts';

export function registerAgentsUpdate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'updateAgent', async (request, person) => {
    return await updateAgent(deps.pool, changerOf(person), uuidParameter(request, 'id'), request.body as AgentChange);
  });
}
