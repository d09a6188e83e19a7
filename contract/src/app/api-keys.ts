// SPDX-License-Identifier: Apache-2.0
/** API keys as people make, change, replace and revoke them. Only the operation that makes a key shows it, once. */
import { type Static, Type } from 'typebox';
import { KEY_KINDS, KEY_PERMISSIONS, KEY_STATUSES } from '../enums.ts';
import { ALLOWED_IPS_MAX, KEY_GRACE_HOURS_DEFAULT, KEY_GRACE_HOURS_MAX, NAME_CHARACTERS_MAX } from '../limits.ts';
import { dateTime, line, nullable, strictObject, stringEnum, uuid } from '../schema.ts';
import { named, person, recordListOf, recordListQuery, recordTimes, seenProperty } from './records.ts';

const apiKeyProperties = {
  id: uuid(),
  name: Type.String(),
  kind: stringEnum(KEY_KINDS),
  prefix: Type.String({ description: 'The beginning of the key.' }),
  status: stringEnum(KEY_STATUSES),
  agent: nullable(named),
  permissions: Type.Array(stringEnum(KEY_PERMISSIONS), { description: 'The uses that it may be made of.' }),
  allowedIps: nullable(Type.Array(Type.String(), { description: 'null: every address.' })),
  expiresAt: nullable(dateTime()),
  revokesAt: nullable(dateTime({ description: 'When a replaced key stops working.' })),
  revokedAt: nullable(dateTime()),
  replacedBy: nullable(named),
  createdBy: nullable(person),
  lastUsedAt: nullable(dateTime({ description: 'The last decision made with it, within some seconds.' })),
  ...recordTimes,
};

export const ApiKeySchema = Type.Object(apiKeyProperties);
export type ApiKey = Static<typeof ApiKeySchema>;

export const API_KEY_SORTS = ['name', 'createdAt', 'expiresAt', 'lastUsedAt'] as const;

export const ApiKeyListQuerySchema = strictObject({
  ...recordListQuery(API_KEY_SORTS, 'its name, its agent or its prefix'),
  status: Type.Optional(stringEnum(KEY_STATUSES, { description: 'Left out: all that are not revoked.' })),
  kind: Type.Optional(stringEnum(KEY_KINDS)),
  agent: Type.Optional(Type.String({ maxLength: NAME_CHARACTERS_MAX, description: 'Name or id.' })),
});
export type ApiKeyListQuery = Static<typeof ApiKeyListQuerySchema>;

export const ApiKeyListSchema = recordListOf(ApiKeySchema);
export type ApiKeyList = Static<typeof ApiKeyListSchema>;

const name = line({ minLength: 1, maxLength: NAME_CHARACTERS_MAX });
const allowedIps = nullable(
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: ALLOWED_IPS_MAX,
    description: 'Addresses or CIDR ranges; null: every address.',
  }),
);
const expiresAt = nullable(dateTime({ description: 'null: never.' }));
const permissions = (ofNone: string) =>
  Type.Array(stringEnum(KEY_PERMISSIONS), {
    minItems: 1,
    uniqueItems: true,
    description: `The permitted uses of the key. \`apply\` is for org-wide LIVE keys. ${ofNone}`,
  });

export const ApiKeyCreationSchema = strictObject({
  name,
  kind: stringEnum(KEY_KINDS),
  agent: Type.Optional(nullable(line({ maxLength: NAME_CHARACTERS_MAX, description: 'Name or id; null: every one.' }))),
  permissions: Type.Optional(permissions('Left out: decide, read and test.')),
  allowedIps: Type.Optional(allowedIps),
  expiresAt: Type.Optional(expiresAt),
});
export type ApiKeyCreation = Static<typeof ApiKeyCreationSchema>;

const shownOnce = { key: Type.String({ description: 'Shown this once.' }) };

export const CreatedApiKeySchema = Type.Object({ ...apiKeyProperties, ...shownOnce });
export type CreatedApiKey = Static<typeof CreatedApiKeySchema>;

/** Omitted fields keep their value. */
export const ApiKeyChangeSchema = strictObject({
  ...seenProperty,
  name: Type.Optional(name),
  permissions: Type.Optional(permissions('More than before wants a recent sign-in.')),
  allowedIps: Type.Optional(allowedIps),
  expiresAt: Type.Optional(expiresAt),
});
export type ApiKeyChange = Static<typeof ApiKeyChangeSchema>;

export const ApiKeyRotationRequestSchema = strictObject({
  graceHours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: KEY_GRACE_HOURS_MAX,
      description: `How long the old key works on; left out: ${KEY_GRACE_HOURS_DEFAULT}. 0 revokes it at once.`,
    }),
  ),
});
export type ApiKeyRotationRequest = Static<typeof ApiKeyRotationRequestSchema>;

export const ApiKeyRotationSchema = Type.Object({
  ...apiKeyProperties,
  ...shownOnce,
  replaced: Type.Object(apiKeyProperties, { description: 'The old key.' }),
});
export type ApiKeyRotation = Static<typeof ApiKeyRotationSchema>;
