// SPDX-License-Identifier: Apache-2.0
/** DELETE /me/chat-links/{id}: the user of a chat is no longer the person. */
import type { FastifyInstance } from 'fastify';
import { deleteLink } from '../../../../../registry/chat-links/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerChatLinksDelete(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'deleteChatLink', async (request, { user }, reply) => {
    await deleteLink(deps.pool, user.id, uuidParameter(request, 'id'));
    return await reply.code(204).send();
  });
}
