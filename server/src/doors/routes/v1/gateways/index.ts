// SPDX-License-Identifier: Apache-2.0
/** The routes of gateways: a call is decided before it is made. */
import type { HttpGatewayRequest, McpGatewayRequest } from '@svc/contract';
import type { FastifyRequest } from 'fastify';
import { callThroughHttp, decideMcpCall } from '../../../../decisions/gateways/index.ts';
import type { Access } from '../../../../organization/callers/index.ts';
import { idempotencyKeyOf } from '../../../http/index.ts';
import { clientDoorOf } from '../../client-door.ts';
import type { V1Handlers } from '../register.ts';

export const GATEWAYS_ROUTES = {
  /** POST /v1/gateway/http: decide a call and, after an ALLOW, forward it to a registered route. */
  forwardHttpCall: async (deps, request, access, reply) => {
    const { answer, isReplay } = await callThroughHttp(deps, callOf<HttpGatewayRequest>(request, access));
    if (isReplay) reply.header('idempotent-replay', 'true');
    return answer;
  },

  /** POST /v1/gateway/mcp: decide an MCP tool call. */
  decideMcpCall: async (deps, request, access, reply) => {
    const door = clientDoorOf(request, 'MCP_GATEWAY');
    const { answer, isReplay } = await decideMcpCall(deps, { ...callOf<McpGatewayRequest>(request, access), door });
    if (isReplay) reply.header('idempotent-replay', 'true');
    return answer;
  },
} satisfies Partial<V1Handlers>;

function callOf<Body>(request: FastifyRequest, access: Access) {
  const { body, bodyText: text } = request;
  return { access, idempotencyKey: idempotencyKeyOf(request), request: body as Body, text };
}
