// SPDX-License-Identifier: Apache-2.0
/** Integrations as people make and change them. Secrets are write-only: no answer shows them. */
import { type Static, Type } from 'typebox';
import {
  CREDENTIAL_TYPES,
  INTEGRATION_KINDS,
  INTEGRATION_PROVIDERS,
  MESSAGE_FAULTS,
  TICKET_METHODS,
} from '../enums.ts';
import {
  ALLOWED_HOSTS_MAX,
  CHANNEL_CHARACTERS_MAX,
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
  header: Type.Optional(Type.String({ description: 'For API_KEY_HEADER: the name of the header.' })),
  name: Type.Optional(Type.String({ description: 'For QUERY_PARAM: the name of the parameter.' })),
  scheme: Type.Optional(Type.String({ description: 'For AUTHORIZATION: the scheme of the header.' })),
  username: Type.Optional(Type.String({ description: 'For BASIC: the user name.' })),
  tokenUrl: Type.Optional(
    Type.String({
      description: 'For OAUTH2_CLIENT_CREDENTIALS, with the two fields below: the address that issues tokens.',
    }),
  ),
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
  provider: nullableEnum(INTEGRATION_PROVIDERS, {
    description: 'The system behind a CHAT_WEBHOOK, a TICKET or an INCIDENT. Null for a TICKET with its own body.',
  }),
  channel: nullable(Type.String({ description: 'For SLACK and TEAMS: the channel.' })),
  appId: nullable(Type.String({ description: 'For TEAMS: the id of the bot.' })),
  tenantId: nullable(Type.String({ description: 'For TEAMS: the tenant of its people.' })),
  username: nullable(Type.String({ description: 'For JIRA and SERVICENOW: whose secret it is.' })),
  project: nullable(Type.String({ description: 'For JIRA: the key of the project.' })),
  issueType: nullable(Type.String({ description: 'For JIRA.' })),
  table: nullable(Type.String({ description: 'For SERVICENOW.' })),
  repository: nullable(Type.String({ description: 'For GITHUB: `owner/name`.' })),
  closeWith: nullable(
    Type.String({ description: 'For JIRA a transition, for SERVICENOW a state, at the end of the review.' }),
  ),
  url: nullable(
    Type.String({
      description: 'For INCOMING_WEBHOOK only the scheme and host. For others the whole address, for a MEMBER too.',
    }),
  ),
  updateUrl: nullable(
    Type.String({
      description: 'For TICKET, with the three fields below: the address told when the review is resolved.',
    }),
  ),
  method: nullableEnum(TICKET_METHODS),
  headerNames: nullable(Type.Array(Type.String(), { description: 'Their values are secrets.' })),
  bodyTemplate: nullable(Type.String()),
  lastFailure: nullable(
    Type.Object(
      { fault: stringEnum(MESSAGE_FAULTS), at: dateTime() },
      { description: 'The last message or ticket that could not be delivered. Null once a later one is.' },
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
const named = { minLength: 1, maxLength: NAME_CHARACTERS_MAX } as const;
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
  botToken: Type.Optional(Type.String({ ...secretText, description: 'For SLACK: the token of the bot.' })),
  signingSecret: Type.Optional(
    Type.String({ ...secretText, description: 'For SLACK: the secret that signs its requests.' }),
  ),
  channel: Type.Optional(
    line({
      minLength: 1,
      maxLength: CHANNEL_CHARACTERS_MAX,
      description: 'For SLACK the channel. For TEAMS its id `19:…@thread.tacv2`, or the link to it.',
    }),
  ),
  appId: Type.Optional(uuid({ description: 'For TEAMS: the application id of the bot.' })),
  tenantId: Type.Optional(uuid({ description: 'For TEAMS: the tenant of the bot and its people.' })),
  clientSecret: Type.Optional(Type.String({ ...secretText, description: 'For TEAMS: a client secret of the bot.' })),
  username: Type.Optional(
    line({ ...named, description: 'For JIRA the e-mail address of the account, for SERVICENOW its user name.' }),
  ),
  token: Type.Optional(
    Type.String({
      ...secretText,
      description: 'For JIRA an API token, for SERVICENOW a password, for GITHUB a fine-grained token.',
    }),
  ),
  project: Type.Optional(line({ ...named, description: 'For JIRA: the key of the project.' })),
  issueType: Type.Optional(line({ ...named, description: 'For JIRA. Default: Task.' })),
  table: Type.Optional(line({ ...named, description: 'For SERVICENOW. Default: incident.' })),
  repository: Type.Optional(line({ ...named, description: 'For GITHUB: `owner/name`.' })),
  closeWith: Type.Optional(
    nullable(
      line({
        ...named,
        description:
          'For JIRA the name of a transition, for SERVICENOW a value of `state`. Null: the ticket stays open.',
      }),
    ),
  ),
  routingKey: Type.Optional(
    Type.String({ ...secretText, description: 'For PAGERDUTY: the integration key of a service, for Events API v2.' }),
  ),
  url: Type.Optional(
    Type.String({
      ...address,
      description: 'Where messages go: whole for INCOMING_WEBHOOK and TICKET, the beginning for other providers.',
    }),
  ),
  method: Type.Optional(stringEnum(TICKET_METHODS, { description: 'For TICKET: the method. Default: POST.' })),
  headers: Type.Optional(
    Type.Array(strictObject({ name: headerName, value: secretText }), {
      maxItems: TICKET_HEADERS_MAX,
      description: 'For TICKET: the headers, which replace all earlier ones.',
    }),
  ),
  bodyTemplate: Type.Optional(
    multilineText({
      minLength: 1,
      maxLength: TICKET_TEMPLATE_CHARACTERS_MAX,
      description: 'For TICKET: JSON with `{{…}}` for the fields of a review.',
    }),
  ),
  updateUrl: Type.Optional(
    nullable(Type.String({ ...address, description: 'For TICKET: the address told when the review is resolved.' })),
  ),
};

export const IntegrationCreationSchema = strictObject({
  name: line({ minLength: 1, maxLength: NAME_CHARACTERS_MAX }),
  kind: stringEnum(INTEGRATION_KINDS),
  provider: Type.Optional(
    stringEnum(INTEGRATION_PROVIDERS, {
      description: 'The system behind a CHAT_WEBHOOK, a TICKET or an INCIDENT. A TICKET may have none.',
    }),
  ),
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
