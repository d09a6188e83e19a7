// SPDX-License-Identifier: Apache-2.0
/** GET /agents/{id}/access: everything that the agent may do without a review, for every event there can be. */
import type { FastifyInstance } from 'fastify';
import { accessOfAgent } from '../../../../../rules/proofs/index.ts';
import { goneSignal } from '../../../gone-signal.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerAgentsAccess(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readAgentAccess', async (request, { organization }, reply) => {
    const id = uuidParameter(request, 'id');
    const asking = { threads: deps.proofThreads.until(goneSignal(reply)), log: request.log };
    return await deps.snapshots.underCurrentRules(organization.id, async (snapshot) => {
      const answer = await accessOfAgent(asking, snapshot, id, deps.pool.clock.nowMs());
      await deps.snapshots.assertCurrent(snapshot);
      return answer;
    });
  });
}
