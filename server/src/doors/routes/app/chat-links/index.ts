// SPDX-License-Identifier: Apache-2.0
/** The routes of chat links. */
import type { PageQuery, TokenRequest } from '@svc/contract';
import { membershipsOf } from '../../../../people/memberships/index.ts';
import { pageOf, UUID_MARK } from '../../../../platform/pagination/index.ts';
import { confirmLink, deleteLink, listLinks, readLink } from '../../../../registry/chat-links/index.ts';
import { uuidParameter } from '../parameters.ts';
import type { AppHandlers } from '../register.ts';

export const CHAT_LINKS_ROUTES = {
  /** POST /me/chat-links/confirm: the person is the user of a chat who was given this link. */
  confirmChatLink: async ({ pool }, request, { user }) => {
    return await confirmLink(pool, user.id, (request.body as TokenRequest).token);
  },

  /** DELETE /me/chat-links/{id}: the user of a chat is no longer the person. */
  deleteChatLink: async ({ pool }, request, { user }, reply) => {
    await deleteLink(pool, user.id, uuidParameter(request, 'id'));
    return await reply.code(204).send();
  },

  /** GET /me/chat-links: the users of chats that the person has confirmed. */
  listChatLinks: async ({ pool }, request, { user }) => {
    const page = pageOf(request.query as PageQuery, UUID_MARK);
    const organizations = await membershipsOf(pool, user.id);
    const ids = organizations.map(({ id }) => id);
    return await listLinks(pool, user.id, ids, page);
  },

  /** POST /me/chat-links/read: the user of a chat who was given this link, before the person confirms to be them. */
  readChatLink: async ({ pool }, request, { user }) => {
    return await readLink(pool, user, (request.body as TokenRequest).token);
  },
} satisfies Partial<AppHandlers>;
