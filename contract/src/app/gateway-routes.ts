// SPDX-License-Identifier: Apache-2.0
/** Routes of both gateways as people make and change them. */
import { type Static, Type } from 'typebox';
import { DECISIONS, EVENT_ACTIONS, HTTP_METHODS, ROUTE_WARNINGS } from '../enums.ts';
import {
  CREDENTIAL_SECRET_CHARACTERS_MAX,
  GATEWAY_PATH_CHARACTERS_MAX,
  NAME_CHARACTERS_MAX,
  ROUTE_AGENTS_MAX,
  UPSTREAM_TIMEOUT_MS_MAX,
  URL_CHARACTERS_MAX,
} from '../limits.ts';
import { dateTime, line, nullable, strictObject, stringEnum, uuid } from '../schema.ts';
import { ROUTE_TOOLS_MAX } from '../tool-rule-limits.ts';
import { named, namedResource, recordListOf, recordListQuery, recordTimes, seenProperty } from './records.ts';

const lastCall = nullable(
  Type.Object(
    { at: dateTime(), eventId: uuid(), decision: stringEnum(DECISIONS), sandbox: Type.Boolean() },
    { description: 'The last decision of a call, within some seconds.' },
  ),
);

const httpRouteProperties = {
  id: uuid(),
  name: Type.String(),
  baseUrl: Type.String(),
  integration: nullable(named),
  resource: nullable(namedResource),
  agents: nullable(Type.Array(named, { description: 'null: every agent.' })),
  actions: nullable(Type.Array(stringEnum(EVENT_ACTIONS), { description: 'null: every action.' })),
  methods: nullable(Type.Array(stringEnum(HTTP_METHODS), { description: 'null: every method.' })),
  timeoutMs: Type.Integer(),
  scanBody: Type.Boolean({ description: 'Bodies are scanned as `content` is.' }),
  warnings: Type.Array(
    Type.Object({
      code: stringEnum(ROUTE_WARNINGS),
      field: nullable(Type.String({ description: 'null: the route as a whole.' })),
      message: Type.String({ description: 'English.' }),
    }),
  ),
  lastCall,
  ...recordTimes,
};

export const HttpRouteSchema = Type.Object(httpRouteProperties);
export type HttpRoute = Static<typeof HttpRouteSchema>;

export const ROUTE_SORTS = ['name', 'createdAt', 'lastCallAt'] as const;

const nameOrId = Type.Optional(Type.String({ maxLength: NAME_CHARACTERS_MAX, description: 'Name or id.' }));

export const HttpRouteListQuerySchema = strictObject({
  ...recordListQuery(ROUTE_SORTS, 'its name or address'),
  integration: nameOrId,
  resource: nameOrId,
  agent: Type.Optional(
    Type.String({ maxLength: NAME_CHARACTERS_MAX, description: 'Name or id; routes that name it.' }),
  ),
});
export type HttpRouteListQuery = Static<typeof HttpRouteListQuerySchema>;

export const HttpRouteListSchema = recordListOf(HttpRouteSchema);
export type HttpRouteList = Static<typeof HttpRouteListSchema>;

const name = line({ minLength: 1, maxLength: NAME_CHARACTERS_MAX });
const reference = line({ minLength: 1, maxLength: NAME_CHARACTERS_MAX, description: 'Name or id.' });

/** null restricts nothing. */
const httpTerms = {
  integration: Type.Optional(nullable(reference)),
  resource: Type.Optional(nullable(reference)),
  agents: Type.Optional(nullable(Type.Array(reference, { maxItems: ROUTE_AGENTS_MAX }))),
  actions: Type.Optional(nullable(Type.Array(stringEnum(EVENT_ACTIONS), { maxItems: EVENT_ACTIONS.length }))),
  methods: Type.Optional(nullable(Type.Array(stringEnum(HTTP_METHODS), { maxItems: HTTP_METHODS.length }))),
  timeoutMs: Type.Optional(Type.Integer({ minimum: 1, maximum: UPSTREAM_TIMEOUT_MS_MAX })),
  scanBody: Type.Optional(Type.Boolean()),
  secret: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: CREDENTIAL_SECRET_CHARACTERS_MAX,
      description:
        'The secret of the credential, needed for an address whose scheme or port its routes did not use before.',
    }),
  ),
};
const baseUrl = Type.String({ minLength: 1, maxLength: URL_CHARACTERS_MAX });

export const HttpRouteCreationSchema = strictObject({ name, baseUrl, ...httpTerms });
export type HttpRouteCreation = Static<typeof HttpRouteCreationSchema>;

/** Omitted fields keep their value. */
export const HttpRouteChangeSchema = strictObject({
  ...seenProperty,
  name: Type.Optional(name),
  baseUrl: Type.Optional(baseUrl),
  ...httpTerms,
});
export type HttpRouteChange = Static<typeof HttpRouteChangeSchema>;

export const HttpRouteCheckSchema = strictObject({
  path: Type.Optional(
    Type.String({
      maxLength: GATEWAY_PATH_CHARACTERS_MAX,
      pattern: '^/',
      description: 'Path and query appended to the address of the route; starts with `/`.',
    }),
  ),
  method: Type.Optional(stringEnum(HTTP_METHODS, { description: 'A method that the route allows. Default: GET.' })),
});
export type HttpRouteCheck = Static<typeof HttpRouteCheckSchema>;

const mcpRouteProperties = {
  id: uuid(),
  name: Type.String(),
  agent: nullable(named),
  resource: nullable(namedResource),
  scanBody: Type.Boolean({ description: 'Arguments are scanned as `content` is.' }),
  tools: nullable(
    Type.Array(
      Type.Object({ name: Type.String(), digest: Type.String({ description: '`sha256:` and 64 hex digits.' }) }),
      {
        description: 'The tools of its server as they were registered; null: their definitions are not compared.',
      },
    ),
  ),
  lastCall,
  ...recordTimes,
};

export const McpRouteSchema = Type.Object(mcpRouteProperties);
export type McpRoute = Static<typeof McpRouteSchema>;

export const McpRouteListQuerySchema = strictObject({
  ...recordListQuery(ROUTE_SORTS, 'its name'),
  agent: nameOrId,
  resource: nameOrId,
});
export type McpRouteListQuery = Static<typeof McpRouteListQuerySchema>;

export const McpRouteListSchema = recordListOf(McpRouteSchema);
export type McpRouteList = Static<typeof McpRouteListSchema>;

/** The agent and resource of calls that name none; null: the call must name it. */
const mcpTerms = {
  agent: Type.Optional(nullable(reference)),
  resource: Type.Optional(nullable(reference)),
  scanBody: Type.Optional(Type.Boolean()),
  tools: Type.Optional(
    nullable(
      Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }), {
        maxItems: ROUTE_TOOLS_MAX,
        description:
          'Definitions as `tools/list` gave them; only their digests are kept. null: definitions are not compared.',
      }),
    ),
  ),
};

export const McpRouteCreationSchema = strictObject({ name, ...mcpTerms });
export type McpRouteCreation = Static<typeof McpRouteCreationSchema>;

/** Omitted fields keep their value. */
export const McpRouteChangeSchema = strictObject({ ...seenProperty, name: Type.Optional(name), ...mcpTerms });
export type McpRouteChange = Static<typeof McpRouteChangeSchema>;
