// SPDX-License-Identifier: Apache-2.0
/** GET /policies/analysis: policies and fields that do nothing, for every event there can be. */
import type { FastifyInstance } from 'fastify';
import { analysePolicies } from '../../../../../rules/proofs/index.ts';
import { goneSignal } from '../../../gone-signal.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerPoliciesAnalyse(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'analysePolicies', async (_request, { organization }, reply) =>
    deps.snapshots.underCurrentRules(organization.id, async (snapshot) => {
      await deps.snapshots.assertCurrent(snapshot);
      return await analysePolicies(deps.proofThreads.until(goneSignal(reply)), snapshot);
    }),
  );
}
