// SPDX-License-Identifier: Apache-2.0
/** Provisioning by the directory of an organization (SCIM), as its owners see and set it. */
import { type Static, Type } from 'typebox';
import { dateTime, nullable, strictObject, stringEnum, uuid } from '../schema.ts';
import type { AppOperation } from './operation.ts';
import { SCIM_TOKEN_DAYS_MAX, SCIM_TOKEN_DAYS_MIN } from './scim-limits.ts';

export * from './scim-limits.ts';

export const SCIM_TOKEN_SOURCES = ['APP', 'FILE'] as const;
export type ScimTokenSource = (typeof SCIM_TOKEN_SOURCES)[number];

const token = {
  id: uuid(),
  prefix: Type.String({ description: 'The beginning of the token.' }),
  source: stringEnum(SCIM_TOKEN_SOURCES, { description: 'FILE: a provisioning file of the operator has it.' }),
  createdAt: dateTime(),
  expiresAt: dateTime(),
  lastUsedAt: nullable(dateTime({ description: 'To the minute.' })),
};

export const ScimStateSchema = Type.Object({
  address: Type.String({ description: 'The address that the directory asks for.' }),
  tokens: Type.Array(Type.Object(token), { description: 'Those that work, the oldest first.' }),
  users: Type.Integer({ description: 'People whom the directory names.' }),
  activeUsers: Type.Integer({ description: 'Those who are members.' }),
});
export type ScimState = Static<typeof ScimStateSchema>;

export const ScimTokenCreationSchema = strictObject({
  days: Type.Integer({
    minimum: SCIM_TOKEN_DAYS_MIN,
    maximum: SCIM_TOKEN_DAYS_MAX,
    description: 'Days until it ends.',
  }),
});
export type ScimTokenCreation = Static<typeof ScimTokenCreationSchema>;

export const CreatedScimTokenSchema = Type.Object({
  ...token,
  token: Type.String({ description: 'Shown this once.' }),
});
export type CreatedScimToken = Static<typeof CreatedScimTokenSchema>;

const OWNER = { OWNER: true, ADMIN: false, MEMBER: false } as const;

export const SCIM_OPERATIONS = {
  readScim: {
    method: 'GET',
    path: '/scim',
    who: OWNER,
    query: null,
    body: null,
    success: { status: 200, body: ScimStateSchema },
  },
  createScimToken: {
    method: 'POST',
    path: '/scim/tokens',
    who: OWNER,
    recentSignIn: true,
    query: null,
    body: ScimTokenCreationSchema,
    success: { status: 201, body: CreatedScimTokenSchema },
  },
  revokeScimToken: {
    method: 'DELETE',
    path: '/scim/tokens/{scimTokenId}',
    who: OWNER,
    query: null,
    body: null,
    success: { status: 204, body: null },
  },
} as const satisfies Record<string, AppOperation>;
