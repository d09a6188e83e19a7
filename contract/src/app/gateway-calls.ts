// SPDX-License-Identifier: Apache-2.0
/** The log of both gateways in the app. It never holds a body, a path or a secret. */
import { type Static, Type } from 'typebox';
import { DECISIONS } from '../enums.ts';
import { LIST_SEARCH_CHARACTERS_MAX, NAME_CHARACTERS_MAX } from '../limits.ts';
import { dateTime, nullable, strictObject, stringEnum, uuid } from '../schema.ts';
import { pageProperties, sandboxProperty, searchedListOf } from './lists.ts';

const PROTOCOLS = ['HTTP', 'MCP'] as const;
const named = Type.Object({ id: uuid(), name: Type.String() });

const GatewayCallSchema = Type.Object({
  eventId: uuid(),
  createdAt: dateTime(),
  protocol: stringEnum(PROTOCOLS),
  route: nullable(named),
  tool: nullable(Type.String({ description: 'The tool of an MCP call.' })),
  method: nullable(Type.String({ description: 'The method of an HTTP call.' })),
  agent: named,
  keyPrefix: Type.String(),
  testKey: Type.Boolean({ description: 'Made with a TEST key.' }),
  decision: stringEnum(DECISIONS, { description: 'The decision as recorded, not the effective outcome.' }),
  credentialId: nullable(uuid({ description: 'The integration whose credential went with the call.' })),
  proxied: Type.Boolean({ description: 'Whether the call was forwarded.' }),
  finishedAt: nullable(dateTime({ description: 'null also while it is being forwarded.' })),
  upstreamStatus: nullable(Type.Integer()),
  upstreamError: nullable(Type.String()),
  latencyMs: nullable(Type.Integer()),
});
export type GatewayCall = Static<typeof GatewayCallSchema>;

export const GatewayCallListQuerySchema = strictObject({
  ...pageProperties,
  protocol: Type.Optional(stringEnum(PROTOCOLS)),
  agent: Type.Optional(Type.String({ maxLength: NAME_CHARACTERS_MAX, description: 'Name or id.' })),
  route: Type.Optional(Type.String({ maxLength: NAME_CHARACTERS_MAX, description: 'Name or id.' })),
  decision: Type.Optional(stringEnum(DECISIONS)),
  ...sandboxProperty,
  from: Type.Optional(dateTime({ description: 'Decided at this moment or later.' })),
  to: Type.Optional(dateTime({ description: 'Decided before this moment.' })),
  q: Type.Optional(
    Type.String({
      maxLength: LIST_SEARCH_CHARACTERS_MAX,
      description: 'An event id, or a part of the name of the agent, route or tool, or of the key prefix.',
    }),
  ),
});
export type GatewayCallListQuery = Static<typeof GatewayCallListQuerySchema>;

export const GatewayCallListSchema = searchedListOf(GatewayCallSchema);
export type GatewayCallList = Static<typeof GatewayCallListSchema>;
