// SPDX-License-Identifier: Apache-2.0
/** POST /v1/gateway/http: decide a call and, after an ALLOW, forward it to a registered route. */
import type { HttpGatewayRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { callThroughHttp } from '../../../../../decisions/gateways/index.ts';
import { idempotencyKeyOf, keepBodyText } from '../../../../http/index.ts';
import { registerKeyed } from '../../../register.ts';
import type { RouteDeps } from '../../deps.ts';

export function registerHttpGatewayForward(app: FastifyInstance, deps: RouteDeps): void {
  // A scope of its own: no other route keeps the text of a body.
  app.register(async (scope) => {
    keepBodyText(scope);
    registerKeyed(scope, deps, 'forwardHttpCall', {
      rate: 'events',
      async handler(request, access, reply) {
        const { answer, isReplay } = await callThroughHttp(deps, {
          access,
          idempotencyKey: idempotencyKeyOf(request),
          request: request.body as HttpGatewayRequest,
          text: request.bodyText,
        });
        if (isReplay) reply.header('idempotent-replay', 'true');
        return answer;
      },
    });
  });
}
