/** GET /me/chat-links: the users of chats that the person has confirmed. */
import type { FastifyInstance } from 'fastify';
import { membershipsOf } from '../../../../accounts/index.ts';
import { listLinks } from '../../../../chat/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerChatLinksList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listChatLinks', async (_request, { user }) => {
    const organizations = await membershipsOf(deps.pool, user.id);
    const ids = organizations.map(({ id }) => id);
    return { items: await listLinks(deps.pool, user.id, ids) };
  });
}
