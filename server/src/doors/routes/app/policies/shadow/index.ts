// SPDX-License-Identifier: Apache-2.0
/** GET /policies/analysis/shadow: the policies that keep one from ever deciding, each with an event that shows it. */
import type { PolicyShadowQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { shadowOf } from '../../../../../rules/proofs/index.ts';
import { goneSignal } from '../../../gone-signal.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerPoliciesShadow(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readPolicyShadow', async (request, { organization }, reply) => {
    const { policy } = request.query as PolicyShadowQuery;
    const asking = { threads: deps.proofThreads.until(goneSignal(reply)), log: request.log };
    return await deps.snapshots.underCurrentRules(organization.id, async (snapshot) => {
      await deps.snapshots.assertCurrent(snapshot);
      return await shadowOf(asking, snapshot, policy.toLowerCase(), deps.pool.clock.nowMs());
    });
  });
}
