// SPDX-License-Identifier: Apache-2.0
/** The routes of chat links. */
import type { PageQuery, TokenRequest } from '@svc/contract';
import { enterable } from '../../../../people/memberships/index.ts';
import { pageOf, UUID_MARK } from '../../../../platform/pagination/index.ts';
import { confirmLink, deleteLink, listLinks, readLink } from '../../../../registry/chat-links/index.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, entrantOf } from '../register.ts';

export const CHAT_LINKS_ROUTES = {
  /** POST /me/chat-links/confirm: the person is the user of a chat who was given this link. */
  confirmChatLink: async ({ pool }, request, person) => {
    return await confirmLink(pool, entrantOf(person), (request.body as TokenRequest).token);
  },

  /** DELETE /me/chat-links/{id}: the user of a chat is no longer the person. */
  deleteChatLink: async ({ pool }, request, person, reply) => {
    await deleteLink(pool, entrantOf(person), uuidParameter(request, 'id'));
    return await reply.code(204).send();
  },

  /** GET /me/chat-links: the users of chats that the person has confirmed. */
  listChatLinks: async ({ pool }, request, person) => {
    const page = pageOf(request.query as PageQuery, UUID_MARK);
    const organizations = await enterable(pool, entrantOf(person));
    const ids = organizations.map(({ id }) => id);
    return await listLinks(pool, person.user.id, ids, page);
  },

  /** POST /me/chat-links/read: the user of a chat who was given this link, before the person confirms to be them. */
  readChatLink: async ({ pool }, request, person) => {
    const asked = { ...entrantOf(person), name: person.user.name, email: person.user.email };
    return await readLink(pool, asked, (request.body as TokenRequest).token);
  },
} satisfies Partial<AppHandlers>;
