// SPDX-License-Identifier: Apache-2.0
/** The members of the current organization. */
import { type Static, type TProperties, Type } from 'typebox';
import { ROLES } from '../enums.ts';
import { GROUP_NAME_CHARACTERS_MAX } from '../group-limits.ts';
import { LIST_SEARCH_CHARACTERS_MAX } from '../limits.ts';
import { dateTime, nullable, strictObject, stringEnum, uuid } from '../schema.ts';
import { listOf, pageProperties } from './lists.ts';

export const MemberSchema = Type.Object({
  id: uuid({ description: 'Id of the account.' }),
  name: Type.String(),
  email: Type.String(),
  role: stringEnum(ROLES),
  byDirectory: Type.Boolean({ description: 'The directory provisions them, and may take them out.' }),
  groups: Type.Array(Type.String(), { description: 'The names of their groups.' }),
  joinedAt: dateTime(),
  secondFactor: nullable(
    Type.Boolean({ description: 'They have an authenticator app or a passkey. Null for a MEMBER who asks.' }),
  ),
  reviewsAnswered: Type.Integer({ description: 'The number of retained reviews that the member resolved.' }),
  lastSeenAt: nullable(dateTime({ description: 'The last use of one of their sessions; null: none is left.' })),
});
export type Member = Static<typeof MemberSchema>;

export const MemberListQuerySchema = strictObject({
  ...pageProperties,
  role: Type.Optional(stringEnum(ROLES)),
  group: Type.Optional(
    Type.String({ maxLength: GROUP_NAME_CHARACTERS_MAX, description: 'The name of a group: its members alone.' }),
  ),
  q: Type.Optional(
    Type.String({ maxLength: LIST_SEARCH_CHARACTERS_MAX, description: 'Part of a name or e-mail address.' }),
  ),
});
export type MemberListQuery = Static<typeof MemberListQuerySchema>;

export const MemberListSchema = listOf(MemberSchema);
export type MemberList = Static<typeof MemberListSchema>;

export const MemberChangeSchema = strictObject({ role: stringEnum(ROLES) });
export type MemberChange = Static<typeof MemberChangeSchema>;

const some = <Properties extends TProperties>(properties: Properties) =>
  Type.Object({
    total: Type.Integer({ description: 'The total number; `items` holds the first hundred.' }),
    items: Type.Array(Type.Object({ id: uuid(), ...properties })),
  });

export const MadeByMemberSchema = Type.Object(
  {
    apiKeys: some({ name: Type.String(), prefix: Type.String() }),
    webhooks: some({ url: Type.String() }),
  },
  { description: 'Those that still work: they go on without the member, or with another role.' },
);
export type MadeByMember = Static<typeof MadeByMemberSchema>;
