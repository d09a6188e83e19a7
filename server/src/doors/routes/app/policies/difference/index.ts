// SPDX-License-Identifier: Apache-2.0
/** POST /policies/difference: every event whose outcome a proposed change of the policies changes. Records nothing. */
import type { AppPolicyDifferenceRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { compareProposal } from '../../../../../rules/proofs/index.ts';
import { goneSignal } from '../../../gone-signal.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerPoliciesDifference(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'comparePolicies', async (request, { organization }, reply) => {
    const proposal = request.body as AppPolicyDifferenceRequest;
    const comparing = {
      policyThreads: deps.policyThreads,
      proofThreads: deps.proofThreads.until(goneSignal(reply)),
      log: request.log,
    };
    return await deps.snapshots.underCurrentRules(organization.id, async (snapshot) => {
      const at = { pool: deps.pool, nowMs: deps.pool.clock.nowMs() };
      const answer = await compareProposal(comparing, snapshot, proposal, at);
      await deps.snapshots.assertCurrent(snapshot);
      return answer;
    });
  });
}
