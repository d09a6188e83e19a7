/** GET /v1/policies: list policies. */
import type { FastifyInstance } from 'fastify';
import { checkKey } from '../../../api-keys/check-key.ts';
import { listPolicies } from '../../../policies/listing.ts';
import { registerKeyed } from '../../register.ts';
import type { RouteDependencies } from '../dependencies.ts';

export function registerGetPolicies(app: FastifyInstance, using: RouteDependencies): void {
  registerKeyed(app, using, 'listPolicies', {
    requirement: { rate: 'policies' },
    async handler(_request, access) {
      return await using.tenants.underCurrentRules(access.organizationId, async (snapshot) => {
        await using.tenants.assertCurrent(snapshot);
        checkKey(snapshot, access.apiKeyId, access.address, Date.now());
        return listPolicies(snapshot);
      });
    },
  });
}
