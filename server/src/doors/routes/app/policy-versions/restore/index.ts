// SPDX-License-Identifier: Apache-2.0
/** POST /policy-versions/{number}/restore: bring the policy set back to a version, as a new one. */
import type { PolicyRestore } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { restorePolicyVersion } from '../../../../../rules/policy-editing/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { changerOf, registerSignedIn } from '../../register.ts';
import { versionParameter } from '../number.ts';

export function registerPolicyVersionsRestore(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'restorePolicyVersion', async (request, person) => {
    const { current, note } = request.body as PolicyRestore;
    const restored = { number: versionParameter(request), current, note };
    return await deps.snapshots.underCurrentRules(person.organization.id, (snapshot) =>
      restorePolicyVersion(deps, snapshot, changerOf(person), restored),
    );
  });
}
