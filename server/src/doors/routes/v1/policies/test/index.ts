// SPDX-License-Identifier: Apache-2.0
/** POST /v1/policies/test: run test cases against stored or proposed policies. */
import type { PolicyTestRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { testPoliciesAs } from '../../../../../decisions/machine-api/index.ts';
import { keepBodyText } from '../../../../http/index.ts';
import { registerKeyed } from '../../../register.ts';
import type { RouteDeps } from '../../deps.ts';

export function registerPoliciesTest(app: FastifyInstance, deps: RouteDeps): void {
  // The text goes to a worker thread as it came, when it is long.
  app.register(async (scope) => {
    keepBodyText(scope);
    registerKeyed(scope, deps, 'testPolicies', {
      rate: 'policies',
      handler: (request, access) =>
        testPoliciesAs(deps, access, { request: request.body as PolicyTestRequest, text: request.bodyText }),
    });
  });
}
