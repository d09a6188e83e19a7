// SPDX-License-Identifier: Apache-2.0
/** GET /me/chat-links: the users of chats that the person has confirmed. */
import type { PageQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { membershipsOf } from '../../../../../people/memberships/index.ts';
import { pageOf, UUID_MARK } from '../../../../../platform/pagination/index.ts';
import { listLinks } from '../../../../../registry/chat-links/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerChatLinksList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listChatLinks', async (request, { user }) => {
    const page = pageOf(request.query as PageQuery, UUID_MARK);
    const organizations = await membershipsOf(deps.pool, user.id);
    const ids = organizations.map(({ id }) => id);
    return await listLinks(deps.pool, user.id, ids, page);
  });
}
