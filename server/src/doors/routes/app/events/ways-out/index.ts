// SPDX-License-Identifier: Apache-2.0
/** GET /events/{id}/ways-out: the smallest lawful changes after which the action would be allowed now. */
import type { FastifyInstance } from 'fastify';
import { waysOutOfEvent } from '../../../../../record/events/index.ts';
import { goneSignal } from '../../../gone-signal.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerEventsWaysOut(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readEventWaysOut', async (request, { organization }, reply) => {
    const id = uuidParameter(request, 'id');
    const { pool } = deps;
    const proofThreads = deps.proofThreads.until(goneSignal(reply));
    return await deps.snapshots.underCurrentRules(organization.id, async (snapshot) => {
      const answer = await waysOutOfEvent({ pool, proofThreads }, snapshot, id, pool.clock.nowMs());
      await deps.snapshots.assertCurrent(snapshot);
      return answer;
    });
  });
}
