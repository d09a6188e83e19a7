// SPDX-License-Identifier: Apache-2.0
/** POST /v1/policies/apply: bring the policy set to the payload. */
import type { PolicyApplyRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { applyPoliciesAs } from '../../../../../decisions/machine-api/index.ts';
import { keepBodyText } from '../../../../http/index.ts';
import { goneSignal } from '../../../gone-signal.ts';
import { registerKeyed } from '../../../register.ts';
import type { RouteDeps } from '../../deps.ts';

export function registerPoliciesApply(app: FastifyInstance, deps: RouteDeps): void {
  // The text goes to a worker thread as it came, when it is long.
  app.register(async (scope) => {
    keepBodyText(scope);
    registerKeyed(scope, deps, 'applyPolicies', {
      rate: 'policies',
      async handler(request, access, reply) {
        const body = { request: request.body as PolicyApplyRequest, text: request.bodyText };
        return await applyPoliciesAs(deps, access, body, { signal: goneSignal(reply), log: request.log });
      },
    });
  });
}
