// SPDX-License-Identifier: Apache-2.0
/** POST /v1/policies/prove: claims about every event, against stored or proposed policies. */
import type { PolicyProveRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { provePoliciesAs } from '../../../../../decisions/machine-api/index.ts';
import { keepBodyText } from '../../../../http/index.ts';
import { goneSignal } from '../../../gone-signal.ts';
import { registerKeyed } from '../../../register.ts';
import type { RouteDeps } from '../../deps.ts';

export function registerPoliciesProve(app: FastifyInstance, deps: RouteDeps): void {
  app.register(async (scope) => {
    keepBodyText(scope);
    registerKeyed(scope, deps, 'provePolicies', {
      rate: 'policies',
      handler: (request, access, reply) =>
        provePoliciesAs(deps, request.log, access, {
          request: request.body as PolicyProveRequest,
          text: request.bodyText,
          gone: goneSignal(reply),
        }),
    });
  });
}
