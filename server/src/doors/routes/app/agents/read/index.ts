// SPDX-License-Identifier: Apache-2.0
/** GET /agents/{id}: an agent with its figures, uses, keys and pauses. */
import type { AgentReadQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { readAgent } from '../../../../../registry/agents/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerAgentsRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readAgent', async (request, person) => {
    const { sandbox } = request.query as AgentReadQuery;
    const id = uuidParameter(request, 'id');
    return await deps.reads.run(readerOf(person), 'list', () =>
      readAgent(deps.reads.pool, person.organization.id, id, sandbox === 'true'),
    );
  });
}
