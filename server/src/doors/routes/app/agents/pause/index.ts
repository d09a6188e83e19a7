// SPDX-License-Identifier: Apache-2.0
/** POST /agents/{id}/pause: block everything that an agent asks for. */
import type { AgentStatusAct } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { changeAgentStatus } from '../../../../../registry/agents/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { heldChangerOf, registerSignedIn } from '../../register.ts';

export function registerAgentsPause(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'pauseAgent', async (request, person) => {
    const [id, act] = [uuidParameter(request, 'id'), request.body as AgentStatusAct];
    const changer = heldChangerOf(person, 'updateAgent', { status: 'PAUSED' }, id);
    return await changeAgentStatus(deps.pool, changer, id, 'PAUSED', act.reason);
  });
}
