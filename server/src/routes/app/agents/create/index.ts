/** POST /agents: register an agent. */
import type { AgentCreation } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { createAgent } from '../../../../registry/agents/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { changerOf, registerSignedIn } from '../../register.ts';

export function registerAgentsCreate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'createAgent', async (request, person, reply) => {
    const agent = await createAgent(deps.pool, changerOf(person), request.body as AgentCreation);
    return await reply.code(201).send(agent);
  });
}
