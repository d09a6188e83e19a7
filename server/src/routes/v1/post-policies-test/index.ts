/** POST /v1/policies/test: run test cases against stored or proposed policies. */
import type { PolicyTestRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { checkKey } from '../../../api-keys/check-key.ts';
import { testPolicies } from '../../../policies/test-policies.ts';
import { registerKeyed } from '../../register.ts';
import type { RouteDependencies } from '../dependencies.ts';

export function registerPostPoliciesTest(app: FastifyInstance, using: RouteDependencies): void {
  registerKeyed(app, using, 'testPolicies', {
    requirement: { rate: 'policies' },
    async handler(request, access) {
      const nowMs = Date.now();
      return await using.tenants.underCurrentRules(access.organizationId, async (snapshot) => {
        await using.tenants.assertCurrent(snapshot);
        checkKey(snapshot, access.apiKeyId, access.address, nowMs);
        return testPolicies(snapshot, request.body as PolicyTestRequest, nowMs);
      });
    },
  });
}
