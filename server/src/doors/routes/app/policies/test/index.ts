// SPDX-License-Identifier: Apache-2.0
/** POST /policies/test: run test cases, or try an action and have its result explained. Records nothing. */
import type { AppPolicyTestRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { testPoliciesForPeople } from '../../../../../rules/policies/index.ts';
import { keepBodyText } from '../../../../http/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerPoliciesTest(app: FastifyInstance, deps: AppRouteDeps): void {
  // The text goes to a worker thread as it came, when it is long.
  app.register(async (scope) => {
    keepBodyText(scope);
    registerSignedIn(scope, deps, 'testPolicies', async (request, { organization }) => {
      const nowMs = deps.pool.clock.nowMs();
      const body = { request: request.body as AppPolicyTestRequest, text: request.bodyText };
      return await deps.snapshots.underCurrentRules(organization.id, async (snapshot) => {
        const answer = await testPoliciesForPeople(deps.policyThreads, snapshot, body, nowMs);
        await deps.snapshots.assertCurrent(snapshot);
        return answer;
      });
    });
  });
}
