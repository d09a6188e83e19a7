// SPDX-License-Identifier: Apache-2.0
/** GET /v1/policies: list policies. */
import type { FastifyInstance } from 'fastify';
import { listPoliciesAs } from '../../../../../decisions/machine-api/index.ts';
import { registerKeyed } from '../../../register.ts';
import type { RouteDeps } from '../../deps.ts';

export function registerPoliciesList(app: FastifyInstance, deps: RouteDeps): void {
  registerKeyed(app, deps, 'listPolicies', {
    rate: 'policies',
    async handler(_request, access, reply) {
      const text = await listPoliciesAs(deps, access);
      // It is JSON already.
      return await reply.type('application/json; charset=utf-8').send(text);
    },
  });
}
