// SPDX-License-Identifier: Apache-2.0
/** Sign-in by the directory of an organization (OpenID Connect): connection, domains, and the steps of a sign-in. */
import { type Static, Type } from 'typebox';
import { ROLES } from '../enums.ts';
import { EMAIL_CHARACTERS_MAX } from '../limits.ts';
import { dateTime, line, nullable, nullableEnum, strictObject, stringEnum, uuid } from '../schema.ts';
import { type AppOperation, EVERY_MEMBER } from './operation.ts';
import { SignedInSchema } from './sessions.ts';
import {
  SSO_BREAK_GLASS_MAX,
  SSO_CLAIM_CHARACTERS_MAX,
  SSO_CODE_CHARACTERS_MAX,
  SSO_DOMAIN_CHARACTERS_MAX,
  SSO_ISSUER_CHARACTERS_MAX,
  SSO_ROLES_MAX,
  SSO_SCOPES_MAX,
  SSO_SECRET_CHARACTERS_MAX,
  SSO_SESSION_HOURS_MAX,
  SSO_SESSION_HOURS_MIN,
} from './sso-limits.ts';
import { DIRECTORY_FAULTS, SSO_DEFAULT_ROLES } from './sso-words.ts';

export * from './sso-limits.ts';
export * from './sso-words.ts';

const roleOfValue = strictObject({
  value: line({
    minLength: 1,
    maxLength: SSO_CLAIM_CHARACTERS_MAX,
    description: 'A value of the claim, letter by letter.',
  }),
  role: stringEnum(ROLES),
});

const connection = {
  issuer: line({
    minLength: 8,
    maxLength: SSO_ISSUER_CHARACTERS_MAX,
    description: 'The directory, by the name that it gives itself.',
  }),
  clientId: line({ minLength: 1, maxLength: SSO_CLAIM_CHARACTERS_MAX }),
  scopes: Type.Array(Type.String({ pattern: '^[!#-\\[\\]-~]+$', maxLength: SSO_CLAIM_CHARACTERS_MAX }), {
    maxItems: SSO_SCOPES_MAX,
    description: '`openid` is asked for in any case.',
  }),
  roleClaim: nullable(
    line({
      minLength: 1,
      maxLength: SSO_CLAIM_CHARACTERS_MAX,
      description: 'The claim of the ID token that holds groups or roles.',
    }),
  ),
  roles: Type.Array(roleOfValue, { maxItems: SSO_ROLES_MAX, description: 'The highest role that matches counts.' }),
  defaultRole: nullableEnum(SSO_DEFAULT_ROLES, {
    description: 'For people without a value that matches; null refuses them.',
  }),
  enabled: Type.Boolean(),
  required: Type.Boolean({ description: 'People enter the organization by their directory alone.' }),
  breakGlass: Type.Array(uuid(), {
    maxItems: SSO_BREAK_GLASS_MAX,
    description: 'Owners who enter by their password even where the directory is required.',
  }),
  sessionHours: Type.Integer({ minimum: SSO_SESSION_HOURS_MIN, maximum: SSO_SESSION_HOURS_MAX }),
};

export const SsoConnectionChangeSchema = strictObject({
  ...connection,
  clientSecret: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: SSO_SECRET_CHARACTERS_MAX,
      description: 'Left out, the stored one stays; it is asked for again with another issuer.',
    }),
  ),
});
export type SsoConnectionChange = Static<typeof SsoConnectionChangeSchema>;

const domainName = () => Type.String({ minLength: 3, maxLength: SSO_DOMAIN_CHARACTERS_MAX });

const domain = Type.Object({
  domain: domainName(),
  record: Type.Object(
    { name: Type.String(), value: Type.String() },
    { description: 'The TXT record that proves the domain.' },
  ),
  verifiedAt: nullable(dateTime()),
  verifiedBy: nullableEnum(['DNS', 'OPERATOR']),
  createdAt: dateTime(),
});

export const SsoStateSchema = Type.Object({
  connection: nullable(Type.Object({ ...connection, updatedAt: dateTime() })),
  domains: Type.Array(domain),
  addresses: Type.Object(
    { signIn: Type.String(), callback: Type.String(), backChannelLogout: Type.String(), afterLogout: Type.String() },
    { description: 'The addresses that the directory asks for.' },
  ),
});
export type SsoState = Static<typeof SsoStateSchema>;

export const SsoTrialSchema = Type.Object({
  fault: nullableEnum(DIRECTORY_FAULTS, { description: 'null: the directory can be used.' }),
  detail: nullable(Type.String({ description: 'The status that came, or the issuer that the directory names.' })),
  endsSessions: Type.Boolean({ description: 'The directory ends its own session at a sign-out.' }),
});
export type SsoTrial = Static<typeof SsoTrialSchema>;

export const SsoDomainSchema = strictObject({ domain: domainName() });
export type SsoDomain = Static<typeof SsoDomainSchema>;

export const SsoSearchSchema = strictObject({ email: Type.String({ minLength: 3, maxLength: EMAIL_CHARACTERS_MAX }) });
export type SsoSearch = Static<typeof SsoSearchSchema>;

export const SsoOrganizationsSchema = Type.Object({
  organizations: Type.Array(Type.Object({ id: uuid(), name: Type.String() })),
});
export type SsoOrganizations = Static<typeof SsoOrganizationsSchema>;

const goesOn = Type.Object({ url: Type.String({ description: 'The directory, where the browser goes on.' }) });

export const SsoStartSchema = strictObject({ organizationId: uuid() });
export type SsoStart = Static<typeof SsoStartSchema>;

const parameter = () => Type.Optional(Type.String({ maxLength: SSO_CODE_CHARACTERS_MAX }));

/** The parameters with which the directory sends the browser back. */
export const SsoFinishSchema = strictObject({
  organizationId: uuid(),
  state: parameter(),
  code: parameter(),
  iss: parameter(),
  error: parameter(),
});
export type SsoFinish = Static<typeof SsoFinishSchema>;

const OWNER = { OWNER: true, ADMIN: false, MEMBER: false } as const;
const domainPath = '/sso/domains/{domain}';

export const SSO_OPERATIONS = {
  findSso: {
    method: 'POST',
    path: '/auth/sso/find',
    who: 'anybody',
    query: null,
    body: SsoSearchSchema,
    success: { status: 200, body: SsoOrganizationsSchema },
  },
  startSso: {
    method: 'POST',
    path: '/auth/sso',
    who: 'anybody',
    query: null,
    body: SsoStartSchema,
    success: { status: 200, body: goesOn },
  },
  finishSso: {
    method: 'POST',
    path: '/auth/sso/finish',
    who: 'anybody',
    query: null,
    body: SsoFinishSchema,
    success: { status: 200, body: SignedInSchema },
  },
  confirmBySso: {
    method: 'POST',
    path: '/auth/sso/confirm',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: goesOn },
  },
  signOutBySso: {
    method: 'POST',
    path: '/auth/sso/logout',
    who: 'anybody',
    query: null,
    body: null,
    success: {
      status: 200,
      body: Type.Object({
        url: nullable(
          Type.String({ description: 'Where the directory ends its session; null where it has no such page.' }),
        ),
      }),
    },
  },
  readSso: {
    method: 'GET',
    path: '/sso',
    who: OWNER,
    query: null,
    body: null,
    success: { status: 200, body: SsoStateSchema },
  },
  writeSso: {
    method: 'PUT',
    path: '/sso',
    who: OWNER,
    recentSignIn: true,
    query: null,
    body: SsoConnectionChangeSchema,
    success: { status: 200, body: SsoStateSchema },
  },
  deleteSso: {
    method: 'DELETE',
    path: '/sso',
    who: OWNER,
    recentSignIn: true,
    query: null,
    body: null,
    success: { status: 204, body: null },
  },
  trySso: {
    method: 'POST',
    path: '/sso/check',
    who: OWNER,
    asksUpstream: true,
    query: null,
    body: null,
    success: { status: 200, body: SsoTrialSchema },
  },
  addSsoDomain: {
    method: 'POST',
    path: '/sso/domains',
    who: OWNER,
    recentSignIn: true,
    query: null,
    body: SsoDomainSchema,
    success: { status: 200, body: SsoStateSchema },
  },
  verifySsoDomain: {
    method: 'POST',
    path: `${domainPath}/verify`,
    who: OWNER,
    recentSignIn: true,
    query: null,
    body: null,
    success: { status: 200, body: SsoStateSchema },
  },
  removeSsoDomain: {
    method: 'DELETE',
    path: domainPath,
    who: OWNER,
    recentSignIn: true,
    query: null,
    body: null,
    success: { status: 200, body: SsoStateSchema },
  },
} as const satisfies Record<string, AppOperation>;
