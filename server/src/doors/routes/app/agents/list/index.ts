// SPDX-License-Identifier: Apache-2.0
/** GET /agents: list agents with their figures. */
import type { AgentListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { listAgents } from '../../../../../registry/agents/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerAgentsList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listAgents', async (request, person) => {
    return await listAgents(deps.reads, readerOf(person), request.query as AgentListQuery);
  });
}
