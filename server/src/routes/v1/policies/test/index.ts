/** POST /v1/policies/test: run test cases against stored or proposed policies. */
import type { PolicyTestRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { checkKey } from '../../../../api-keys/index.ts';
import { testPolicies } from '../../../../policies/index.ts';
import { registerKeyed } from '../../../register.ts';
import type { RouteDeps } from '../../deps.ts';

export function registerPoliciesTest(app: FastifyInstance, deps: RouteDeps): void {
  registerKeyed(app, deps, 'testPolicies', {
    requirement: { rate: 'policies' },
    async handler(request, access) {
      const nowMs = Date.now();
      return await deps.snapshots.underCurrentRules(access.organizationId, async (snapshot) => {
        await deps.snapshots.assertCurrent(snapshot);
        checkKey(snapshot, access.apiKeyId, access.address, nowMs);
        return testPolicies(snapshot, request.body as PolicyTestRequest, nowMs);
      });
    },
  });
}
