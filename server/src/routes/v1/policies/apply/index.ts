/** POST /v1/policies/apply: bring the policy set to the payload. */
import type { PolicyApplyRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { checkKey, checkOrgWideLiveKey } from '../../../../api-keys/index.ts';
import { applyPolicies } from '../../../../policies/index.ts';
import { registerKeyed } from '../../../register.ts';
import type { RouteDeps } from '../../deps.ts';

export function registerPoliciesApply(app: FastifyInstance, deps: RouteDeps): void {
  registerKeyed(app, deps, 'applyPolicies', {
    requirement: { rate: 'policies', orgWideLive: true },
    async handler(request, access) {
      const nowMs = Date.now();
      return await deps.snapshots.underCurrentRules(access.organizationId, async (snapshot) => {
        const key = checkKey(snapshot, access.apiKeyId, access.address, nowMs);
        checkOrgWideLiveKey(key);
        return await applyPolicies(deps, snapshot, request.body as PolicyApplyRequest, {
          nowMs,
          actor: { type: 'key', id: key.id },
          source: 'policies-as-code',
          keyPrefix: key.prefix,
        });
      });
    },
  });
}
