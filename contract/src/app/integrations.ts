// SPDX-License-Identifier: Apache-2.0
/** Integrations as people make and change them. Secrets are write-only: no answer shows them. */
import { type Static, Type } from 'typebox';
import { CHAT_PROVIDERS, CREDENTIAL_TYPES, INTEGRATION_KINDS, MESSAGE_FAULTS, TICKET_METHODS } from '../enums.ts';
import {
  ALLOWED_HOSTS_MAX,
  CREDENTIAL_SECRET_CHARACTERS_MAX,
  HEADER_NAME_CHARACTERS_MAX,
  NAME_CHARACTERS_MAX,
  OAUTH_SCOPE_CHARACTERS_MAX,
  TICKET_HEADERS_MAX,
  TICKET_TEMPLATE_CHARACTERS_MAX,
  URL_CHARACTERS_MAX,
} from '../limits.ts';
import { dateTime, line, multilineText, nullable, nullableEnum, strictObject, stringEnum, uuid } from '../schema.ts';
import { recordListOf, recordListQuery, recordTimes, referrers, seenProperty } from './records.ts';

const shownCredential = Type.Object({
  type: stringEnum(CREDENTIAL_TYPES),
  header: Type.Optional(Type.String({ description: 'Of API_KEY_HEADER.' })),
  name: Type.Optional(Type.String({ description: 'Of QUERY_PARAM.' })),
  scheme: Type.Optional(Type.String({ description: 'Of AUTHORIZATION.' })),
  username: Type.Optional(Type.String({ description: 'Of BASIC.' })),
  tokenUrl: Type.Optional(Type.String({ description: 'Of OAUTH2_CLIENT_CREDENTIALS, as the two below.' })),
  clientId: Type.Optional(Type.String()),
  scope: Type.Optional(nullable(Type.String())),
});
export type ShownCredential = Static<typeof shownCredential>;

const integrationProperties = {
  id: uuid(),
  name: Type.String(),
  kind: stringEnum(INTEGRATION_KINDS),
  allowedHosts: Type.Array(Type.String()),
  credential: nullable(shownCredential),
  hasSecret: Type.Boolean({ description: 'A secret is stored and can be opened.' }),
  provider: nullableEnum(CHAT_PROVIDERS, { description: 'Of CHAT_WEBHOOK.' }),
  channel: nullable(Type.String({ description: 'Of SLACK.' })),
  url: nullable(
    Type.String({ description: 'Of INCOMING_WEBHOOK its scheme and host alone; of TICKET whole, for a MEMBER too.' }),
  ),
  updateUrl: nullable(Type.String({ description: 'Of TICKET, as the four below.' })),
  method: nullableEnum(TICKET_METHODS),
  headerNames: nullable(Type.Array(Type.String(), { description: 'Their values are secrets.' })),
  bodyTemplate: nullable(Type.String()),
  lastFailure: nullable(
    Type.Object(
      { fault: stringEnum(MESSAGE_FAULTS), at: dateTime() },
      { description: 'Of the last message or ticket that did not arrive; null after the next one that did.' },
    ),
  ),
  ...recordTimes,
};

export const IntegrationSchema = Type.Object(integrationProperties);
export type Integration = Static<typeof IntegrationSchema>;

const usage = { usedByCount: Type.Integer({ description: 'Routes that name it.' }), usedBy: referrers };

export const IntegrationItemSchema = Type.Object({ ...integrationProperties, ...usage });
export type IntegrationItem = Static<typeof IntegrationItemSchema>;

export const INTEGRATION_SORTS = ['name', 'kind', 'createdAt'] as const;

export const IntegrationListQuerySchema = strictObject({
  ...recordListQuery(INTEGRATION_SORTS, 'its name or one of its hosts'),
  kind: Type.Optional(stringEnum(INTEGRATION_KINDS)),
});
export type IntegrationListQuery = Static<typeof IntegrationListQuerySchema>;

export const IntegrationListSchema = recordListOf(IntegrationItemSchema);
export type IntegrationList = Static<typeof IntegrationListSchema>;

const secretText = Type.String({ minLength: 1, maxLength: CREDENTIAL_SECRET_CHARACTERS_MAX });
const plainText = Type.String({ minLength: 1, maxLength: CREDENTIAL_SECRET_CHARACTERS_MAX });
const headerName = Type.String({ minLength: 1, maxLength: HEADER_NAME_CHARACTERS_MAX });
const address = Type.String({ minLength: 1, maxLength: URL_CHARACTERS_MAX });

/** The type decides which of the other fields are allowed; the server says so field by field. */
const credential = strictObject({
  type: stringEnum(CREDENTIAL_TYPES),
  secret: secretText,
  header: Type.Optional(headerName),
  name: Type.Optional(plainText),
  scheme: Type.Optional(headerName),
  username: Type.Optional(plainText),
  tokenUrl: Type.Optional(address),
  clientId: Type.Optional(plainText),
  scope: Type.Optional(nullable(Type.String({ maxLength: OAUTH_SCOPE_CHARACTERS_MAX }))),
});
export type GivenCredential = Static<typeof credential>;

/** Fields of one kind or provider are refused with another. */
const settings = {
  allowedHosts: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
      maxItems: ALLOWED_HOSTS_MAX,
      description: 'Hosts to which the credential may go: names, addresses, or `*.domain`.',
    }),
  ),
  credential: Type.Optional(nullable(credential)),
  botToken: Type.Optional(Type.String({ ...secretText, description: 'Of SLACK.' })),
  signingSecret: Type.Optional(Type.String({ ...secretText, description: 'Of SLACK.' })),
  channel: Type.Optional(line({ minLength: 1, maxLength: NAME_CHARACTERS_MAX, description: 'Of SLACK.' })),
  url: Type.Optional(Type.String({ ...address, description: 'Of INCOMING_WEBHOOK and TICKET.' })),
  method: Type.Optional(stringEnum(TICKET_METHODS, { description: 'Of TICKET; left out: POST.' })),
  headers: Type.Optional(
    Type.Array(strictObject({ name: headerName, value: secretText }), {
      maxItems: TICKET_HEADERS_MAX,
      description: 'Of TICKET. They replace the earlier ones, all of them.',
    }),
  ),
  bodyTemplate: Type.Optional(
    multilineText({
      minLength: 1,
      maxLength: TICKET_TEMPLATE_CHARACTERS_MAX,
      description: 'Of TICKET: JSON with `{{…}}` for what a review gives.',
    }),
  ),
  updateUrl: Type.Optional(
    nullable(Type.String({ ...address, description: 'Of TICKET: told when the review is resolved.' })),
  ),
};

export const IntegrationCreationSchema = strictObject({
  name: line({ minLength: 1, maxLength: NAME_CHARACTERS_MAX }),
  kind: stringEnum(INTEGRATION_KINDS),
  provider: Type.Optional(stringEnum(CHAT_PROVIDERS, { description: 'Of CHAT_WEBHOOK.' })),
  ...settings,
});
export type IntegrationCreation = Static<typeof IntegrationCreationSchema>;

/** Omitted fields keep their value; kind and provider never change. A credential is replaced with its secret. */
export const IntegrationChangeSchema = strictObject({
  ...seenProperty,
  name: Type.Optional(line({ minLength: 1, maxLength: NAME_CHARACTERS_MAX })),
  ...settings,
});
export type IntegrationChange = Static<typeof IntegrationChangeSchema>;
