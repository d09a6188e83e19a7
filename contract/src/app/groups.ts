// SPDX-License-Identifier: Apache-2.0
/** Groups of the members of an organization. Policies name them as approvers, beside roles. */
import { type Static, Type } from 'typebox';
import { GROUP_SOURCES } from '../enums.ts';
import { GROUP_CLAIM_CHARACTERS_MAX, GROUP_MEMBERS_CHANGED_MAX, GROUP_NAME_CHARACTERS_MAX } from '../group-limits.ts';
import { LIST_SEARCH_CHARACTERS_MAX } from '../limits.ts';
import { dateTime, line, nullable, strictObject, stringEnum, uuid } from '../schema.ts';
import { listOf, pageProperties } from './lists.ts';
import { type AppOperation, EVERY_MEMBER, OWNERS_AND_ADMINS } from './operation.ts';

const name = () =>
  line({
    minLength: 1,
    maxLength: GROUP_NAME_CHARACTERS_MAX,
    description: 'Unique in the organization; the name by which policies ask it.',
  });
const claimValue = (description: string) =>
  nullable(line({ minLength: 1, maxLength: GROUP_CLAIM_CHARACTERS_MAX, description }));

const accounts = (description: string) =>
  Type.Array(uuid(), { maxItems: GROUP_MEMBERS_CHANGED_MAX, description: `${description} Ids of accounts.` });

export const GroupSchema = Type.Object({
  id: uuid(),
  name: Type.String(),
  source: stringEnum(GROUP_SOURCES, {
    description:
      'The source of its members. APP: owners and admins. CLAIM: the directory, at each sign-in. SCIM: the ' +
      'directory, as soon as something changes there.',
  }),
  claimValue: nullable(Type.String({ description: 'With CLAIM: people whose claim holds this value are in it.' })),
  members: Type.Integer({ description: 'The number of its members.' }),
  createdAt: dateTime(),
  updatedAt: dateTime(),
});
export type Group = Static<typeof GroupSchema>;

export const GroupListQuerySchema = strictObject({
  ...pageProperties,
  q: Type.Optional(Type.String({ maxLength: LIST_SEARCH_CHARACTERS_MAX, description: 'Part of a name.' })),
});
export type GroupListQuery = Static<typeof GroupListQuerySchema>;

export const GroupListSchema = listOf(GroupSchema);
export type GroupList = Static<typeof GroupListSchema>;

export const GroupCreationSchema = strictObject({
  name: name(),
  claimValue: Type.Optional(
    claimValue('A value of the claim that the organization reads roles from. Then sign-ins say who is in the group.'),
  ),
});
export type GroupCreation = Static<typeof GroupCreationSchema>;

export const GroupChangeSchema = strictObject({
  name: Type.Optional(name()),
  claimValue: Type.Optional(claimValue('For a group that follows the directory; not null there.')),
  add: Type.Optional(accounts('Members to add. One that is in it already stays.')),
  remove: Type.Optional(accounts('Members to take out. One that is not in it is nothing new.')),
});
export type GroupChange = Static<typeof GroupChangeSchema>;

export const GROUP_OPERATIONS = {
  listGroups: {
    method: 'GET',
    path: '/groups',
    who: EVERY_MEMBER,
    query: GroupListQuerySchema,
    body: null,
    success: { status: 200, body: GroupListSchema },
  },
  createGroup: {
    method: 'POST',
    path: '/groups',
    who: OWNERS_AND_ADMINS,
    recentSignIn: true,
    query: null,
    body: GroupCreationSchema,
    success: { status: 201, body: GroupSchema },
  },
  updateGroup: {
    method: 'PATCH',
    path: '/groups/{id}',
    who: OWNERS_AND_ADMINS,
    recentSignIn: true,
    query: null,
    body: GroupChangeSchema,
    success: { status: 200, body: GroupSchema },
  },
  deleteGroup: {
    method: 'DELETE',
    path: '/groups/{id}',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 204, body: null },
  },
} as const satisfies Record<string, AppOperation>;
