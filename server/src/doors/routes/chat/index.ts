// SPDX-License-Identifier: Apache-2.0
/** POST /chat/slack/interactions: signed by Slack, and by no session. A scope of its own, since its body is a form. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Interactions } from '../../../decisions/chat/index.ts';
import { ApiError } from '../../../platform/errors/index.ts';

/** Slack's largest payloads have a few kilobytes. */
const BODY_BYTES_MAX = 65_536;

export function registerChatRoutes(http: FastifyInstance, interactions: Interactions): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    scope.route({
      method: 'POST',
      url: '/chat/slack/interactions',
      bodyLimit: BODY_BYTES_MAX,
      handler: async (request, reply) => {
        if (!Buffer.isBuffer(request.body)) throw new ApiError('unauthorized', { message: 'The request is empty.' });
        const answer = await interactions.handle({
          body: request.body,
          timestamp: headerOf(request, 'x-slack-request-timestamp'),
          signature: headerOf(request, 'x-slack-signature'),
        });
        return await reply.code(200).send(answer ?? '');
      },
    });
  });
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
