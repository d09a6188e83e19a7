// SPDX-License-Identifier: Apache-2.0
/** POST /me/chat-links/confirm: the person is the user of a chat who was given this link. */
import type { TokenRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { confirmLink } from '../../../../../registry/chat-links/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerChatLinksConfirm(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'confirmChatLink', async (request, { user }) => {
    return await confirmLink(deps.pool, user.id, (request.body as TokenRequest).token);
  });
}
