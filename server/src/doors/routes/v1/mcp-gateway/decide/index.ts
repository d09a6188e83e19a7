// SPDX-License-Identifier: Apache-2.0
/** POST /v1/gateway/mcp: decide an MCP tool call. */
import type { McpGatewayRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { decideMcpCall } from '../../../../../decisions/gateways/index.ts';
import { idempotencyKeyOf, keepBodyText } from '../../../../http/index.ts';
import { registerKeyed } from '../../../register.ts';
import type { RouteDeps } from '../../deps.ts';

export function registerMcpGatewayDecide(app: FastifyInstance, deps: RouteDeps): void {
  // A scope of its own: no other route keeps the text of a body.
  app.register(async (scope) => {
    keepBodyText(scope);
    registerKeyed(scope, deps, 'decideMcpCall', {
      rate: 'events',
      async handler(request, access, reply) {
        const { answer, isReplay } = await decideMcpCall(deps, {
          access,
          idempotencyKey: idempotencyKeyOf(request),
          request: request.body as McpGatewayRequest,
          text: request.bodyText,
        });
        if (isReplay) reply.header('idempotent-replay', 'true');
        return answer;
      },
    });
  });
}
