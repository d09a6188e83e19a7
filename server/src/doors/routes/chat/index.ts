// SPDX-License-Identifier: Apache-2.0
/**
 * POST /chat/slack/interactions and /chat/teams/messages: proved by the chat, and by no session. Scopes of their own:
 * the body of one is a form, and that of the other comes from a service that is not ours.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Chat } from '../../../decisions/chat/index.ts';
import { ApiError } from '../../../platform/errors/index.ts';

/** The largest payloads of both have a few kilobytes. */
const BODY_BYTES_MAX = 65_536;

export function registerChatRoutes(http: FastifyInstance, chat: Chat): void {
  registerSlack(http, chat);
  registerTeams(http, chat);
}

function registerSlack(http: FastifyInstance, interactions: Chat): void {
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

function registerTeams(http: FastifyInstance, chat: Chat): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
      async (_request: FastifyRequest, body: Buffer) => jsonIn(body),
    );
    scope.route({
      method: 'POST',
      url: '/chat/teams/messages',
      bodyLimit: BODY_BYTES_MAX,
      handler: async (request, reply) => {
        const authorization = headerOf(request, 'authorization');
        const answer = await chat.handleActivity({ activity: request.body ?? null, authorization });
        return await reply.code(200).send(answer ?? '');
      },
    });
  });
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
