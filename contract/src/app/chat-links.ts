/** Users of a chat whom a person has confirmed to be themselves. */
import { type Static, Type } from 'typebox';
import { dateTime, uuid } from '../schema.ts';
import { TokenSchema } from './account.ts';
import { type AppOperation, EVERY_MEMBER } from './operation.ts';

export const ChatLinkSchema = Type.Object({
  id: uuid(),
  organization: Type.Object({ id: uuid(), name: Type.String() }),
  integration: Type.Object({ id: uuid(), name: Type.String() }),
  chatTeam: Type.String({ description: 'The id of the workspace, as the chat gives it.' }),
  chatUser: Type.String({ description: 'The id of the user in it.' }),
  createdAt: dateTime(),
});
export type ChatLink = Static<typeof ChatLinkSchema>;

export const ChatLinkListSchema = Type.Object({ items: Type.Array(ChatLinkSchema) });
export type ChatLinkList = Static<typeof ChatLinkListSchema>;

export const CHAT_LINK_OPERATIONS = {
  listChatLinks: {
    method: 'GET',
    path: '/me/chat-links',
    who: EVERY_MEMBER,
    ofAccount: true,
    query: null,
    body: null,
    success: { status: 200, body: ChatLinkListSchema },
  },
  confirmChatLink: {
    method: 'POST',
    path: '/me/chat-links/confirm',
    who: EVERY_MEMBER,
    query: null,
    body: TokenSchema,
    success: { status: 200, body: ChatLinkSchema },
  },
  deleteChatLink: {
    method: 'DELETE',
    path: '/me/chat-links/{id}',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 204, body: null },
  },
} as const satisfies Record<string, AppOperation>;
