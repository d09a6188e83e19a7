/** GET /policies/analysis: policies and fields that do nothing, for every event there can be. */
import type { FastifyInstance } from 'fastify';
import { analysePolicies } from '../../../../policies/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerPoliciesAnalyse(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'analysePolicies', async (_request, { organization }) =>
    // The answer names the version that it is about.
    deps.snapshots.underCurrentRules(organization.id, (snapshot) => analysePolicies(deps.proofThreads, snapshot)),
  );
}
