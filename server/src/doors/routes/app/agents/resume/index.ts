// SPDX-License-Identifier: Apache-2.0
/** POST /agents/{id}/resume: let a paused agent decide again. */
import type { AgentStatusAct } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { changeAgentStatus } from '../../../../../registry/agents/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { heldChangerOf, registerSignedIn } from '../../register.ts';

export function registerAgentsResume(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'resumeAgent', async (request, person) => {
    const [id, act] = [uuidParameter(request, 'id'), request.body as AgentStatusAct];
    const changer = heldChangerOf(person, 'resumeAgent', act, id);
    return await changeAgentStatus(deps.pool, changer, id, 'ACTIVE', act.reason);
  });
}
