// SPDX-License-Identifier: Apache-2.0
/** POST /agents: register an agent. */
import type { AgentCreation } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { changeModeOf } from '../../../../../organization/billing/index.ts';
import { createAgent } from '../../../../../registry/agents/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { heldChangerOf, registerSignedIn } from '../../register.ts';

export function registerAgentsCreate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'createAgent', async (request, person, reply) => {
    const isPlanOfOperator = changeModeOf(deps.billing) === 'off';
    const creation = request.body as AgentCreation;
    const agent = await createAgent(
      deps.pool,
      heldChangerOf(person, 'createAgent', creation),
      creation,
      isPlanOfOperator,
    );
    return await reply.code(201).send(agent);
  });
}
