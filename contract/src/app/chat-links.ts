// SPDX-License-Identifier: Apache-2.0
/** Users of a chat whom a person has confirmed to be themselves. */
import { type Static, Type } from 'typebox';
import { ROLES } from '../enums.ts';
import { CHAT_NAME_CHARACTERS_MAX } from '../limits.ts';
import { dateTime, nullable, stringEnum, uuid } from '../schema.ts';
import { TokenSchema } from './account.ts';
import { listOf, PageQuerySchema } from './lists.ts';
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

export const ChatLinkListSchema = listOf(ChatLinkSchema);
export type ChatLinkList = Static<typeof ChatLinkListSchema>;

const nameOfChat = (description: string) => nullable(Type.String({ maxLength: CHAT_NAME_CHARACTERS_MAX, description }));

export const ChatLinkPreviewSchema = Type.Object({
  organization: Type.Object({ id: uuid(), name: Type.String() }),
  integration: Type.Object({ id: uuid(), name: Type.String() }),
  chatTeam: Type.String({ description: 'The id of the workspace, as the chat gives it.' }),
  chatTeamName: nameOfChat('The name of the workspace in the chat. Invisible characters are shown as U+FFFD.'),
  chatUser: Type.String({ description: 'The id of the user in it.' }),
  chatUserName: nameOfChat('Their name in the chat, which they choose themselves.'),
  person: Type.Object(
    { name: Type.String(), email: Type.String(), role: stringEnum(ROLES) },
    { description: 'The signed-in member of the organization whom the user would be linked to.' },
  ),
});
export type ChatLinkPreview = Static<typeof ChatLinkPreviewSchema>;

export const CHAT_LINK_OPERATIONS = {
  listChatLinks: {
    method: 'GET',
    path: '/me/chat-links',
    who: EVERY_MEMBER,
    ofAccount: true,
    query: PageQuerySchema,
    body: null,
    success: { status: 200, body: ChatLinkListSchema },
  },
  readChatLink: {
    method: 'POST',
    path: '/me/chat-links/read',
    who: EVERY_MEMBER,
    ofAccount: true,
    onlyAsks: true,
    query: null,
    body: TokenSchema,
    success: { status: 200, body: ChatLinkPreviewSchema },
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
