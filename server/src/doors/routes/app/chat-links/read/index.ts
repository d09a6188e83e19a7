// SPDX-License-Identifier: Apache-2.0
/** POST /me/chat-links/read: the user of a chat who was given this link, before the person confirms to be them. */
import type { TokenRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { readLink } from '../../../../../registry/chat-links/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerChatLinksRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readChatLink', async (request, { user }) => {
    return await readLink(deps.pool, user, (request.body as TokenRequest).token);
  });
}
