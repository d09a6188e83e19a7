// SPDX-License-Identifier: Apache-2.0
/**
 * The two gateways. They decide about a call that the caller describes instead of an action, and report the outcome of
 * that call.
 */
import { type Static, Type } from 'typebox';
import { decisionProperties, subjectProperties } from './decisions.ts';
import { EVENT_ACTIONS, HTTP_METHODS } from './enums.ts';
import { GATEWAY_PATH_CHARACTERS_MAX, TOOL_NAME_CHARACTERS_MAX } from './limits.ts';
import { line, nullable, strictObject, stringEnum, uuid } from './schema.ts';

/** The description of a call of the HTTP gateway, beside its subject and action. */
export const httpCallProperties = {
  routeId: Type.Optional(uuid({ description: 'Registered HTTP route; without it the gateway only decides.' })),
  path: Type.Optional(
    Type.String({
      maxLength: GATEWAY_PATH_CHARACTERS_MAX,
      pattern: '^/',
      description: 'Path and query appended to the base address of the route; starts with `/`.',
    }),
  ),
  method: Type.Optional(stringEnum(HTTP_METHODS, { default: 'GET' })),
  body: Type.Optional(
    Type.Unknown({
      description: 'Any JSON value; forwarded when the method is not GET. Scanned only for a route with `scanBody`.',
    }),
  ),
};

export const HttpGatewayRequestSchema = strictObject(
  { ...subjectProperties, action: stringEnum(EVENT_ACTIONS), ...httpCallProperties },
  { $id: 'HttpGatewayRequest' },
);
export type HttpGatewayRequest = Static<typeof HttpGatewayRequestSchema>;

/** The description of a tool call of the MCP gateway, beside its subject and route. */
export const mcpCallProperties = {
  tool: line({ minLength: 1, maxLength: TOOL_NAME_CHARACTERS_MAX, description: 'MCP tool name.' }),
  arguments: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description:
        'Never executed, never stored. A tool rule counts records in it, and it is scanned in memory where the rule ' +
        'or a route with `scanBody` says so.',
    }),
  ),
  definition: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description:
        'The definition of the tool, as `tools/list` gave it. Where the route has a table of its tools, another ' +
        'definition than the one there needs a person.',
    }),
  ),
};

export const McpGatewayRequestSchema = strictObject(
  {
    ...subjectProperties,
    routeId: Type.Optional(uuid({ description: 'Registered MCP route; it supplies a default agent and resource.' })),
    ...mcpCallProperties,
  },
  { $id: 'McpGatewayRequest' },
);
export type McpGatewayRequest = Static<typeof McpGatewayRequestSchema>;

export const HttpGatewayDecisionSchema = Type.Object(
  {
    ...decisionProperties,
    gateway: Type.Object({
      protocol: stringEnum(['HTTP']),
      routeId: nullable(uuid()),
      proxied: Type.Boolean(),
      credentialId: nullable(uuid()),
      upstream: nullable(
        Type.Object({
          status: nullable(Type.Integer()),
          truncatedBody: Type.String({ description: 'At most 2 KB; injected secrets are redacted.' }),
          error: nullable(Type.String()),
          latencyMs: Type.Integer(),
        }),
      ),
    }),
  },
  { $id: 'HttpGatewayDecision' },
);
export type HttpGatewayDecision = Static<typeof HttpGatewayDecisionSchema>;

export const McpGatewayDecisionSchema = Type.Object(
  {
    ...decisionProperties,
    gateway: Type.Object({
      protocol: stringEnum(['MCP']),
      routeId: nullable(uuid()),
      tool: Type.String(),
      mappedAction: stringEnum(EVENT_ACTIONS),
      allowed: Type.Boolean({ description: 'true when finalDecision is ALLOW at the time of the answer.' }),
    }),
  },
  { $id: 'McpGatewayDecision' },
);
export type McpGatewayDecision = Static<typeof McpGatewayDecisionSchema>;
