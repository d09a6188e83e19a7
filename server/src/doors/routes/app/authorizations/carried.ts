// SPDX-License-Identifier: Apache-2.0
/** The request of an app, as the browser carries it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Carried } from '../../../../organization/oauth/index.ts';

export function carriedBy(request: FastifyRequest, reply: FastifyReply): Carried {
  const { requestId = '' } = request.params as { requestId?: string };
  return { id: requestId, request: request.raw, response: reply.raw };
}
