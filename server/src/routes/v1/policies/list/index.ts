/** GET /v1/policies: list policies. */
import type { FastifyInstance } from 'fastify';
import { checkKey } from '../../../../api-keys/check-key.ts';
import { listPolicies } from '../../../../policies/listing.ts';
import { registerKeyed } from '../../../register.ts';
import type { RouteDeps } from '../../deps.ts';

export function registerPoliciesList(app: FastifyInstance, deps: RouteDeps): void {
  registerKeyed(app, deps, 'listPolicies', {
    requirement: { rate: 'policies' },
    async handler(_request, access) {
      return await deps.snapshots.underCurrentRules(access.organizationId, async (snapshot) => {
        await deps.snapshots.assertCurrent(snapshot);
        checkKey(snapshot, access.apiKeyId, access.address, Date.now());
        return listPolicies(snapshot);
      });
    },
  });
}
