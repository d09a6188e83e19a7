/** GET /v1/policies: list policies. */
import type { FastifyInstance } from 'fastify';
import { checkKey } from '../../../../api-keys/index.ts';
import { listPolicies } from '../../../../policies/index.ts';
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
