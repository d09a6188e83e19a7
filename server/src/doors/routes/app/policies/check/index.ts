// SPDX-License-Identifier: Apache-2.0
/** POST /policies/check: what is wrong with a policy, or looks unintended, before it is saved. Records nothing. */
import type { PolicyCheckRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { checkForPeople } from '../../../../../rules/policy-editing/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerPoliciesCheck(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'checkPolicy', async (request, { organization }) => {
    return await deps.snapshots.underCurrentRules(organization.id, async (snapshot) => {
      const answer = await checkForPeople(
        deps.policyThreads,
        snapshot,
        request.body as PolicyCheckRequest,
        deps.pool.clock.nowMs(),
      );
      await deps.snapshots.assertCurrent(snapshot);
      return answer;
    });
  });
}
