// SPDX-License-Identifier: Apache-2.0
/** The routes of both gateways as kinds of records, and the warnings about those that look unintended. */
import { type EventAction, type FieldFault, fieldFault, type HttpMethod } from '@svc/contract';
import type { IntegrationValues } from '../integrations/index.ts';
import { lineFault } from '../names/index.ts';
import { type Identified, kindOf, type RecordFault, type RecordPlan } from '../records/index.ts';
import { routeWarnings } from './route-warnings.ts';

const UPSTREAM_TIMEOUT_MS_DEFAULT = 30_000;

/** null restricts nothing. */
export interface HttpRouteValues {
  name: string;
  baseUrl: string;
  integrationId: string | null;
  resourceId: string | null;
  agentIds: readonly string[] | null;
  actions: readonly EventAction[] | null;
  methods: readonly HttpMethod[] | null;
  timeoutMs: number;
  /** The bodies of its calls are scanned as `content` is. */
  scanBody: boolean;
}

export const HTTP_ROUTE = kindOf<HttpRouteValues, 'baseUrl'>({
  noun: 'HTTP route',
  aNoun: 'an HTTP route',
  nouns: 'HTTP routes',
  nameFault: lineFault,
  type: 'http_route',
  table: 'svc.http_routes',
  columns: {
    name: 'text',
    baseUrl: 'text',
    integrationId: 'uuid',
    resourceId: 'uuid',
    agentIds: 'uuid[]',
    actions: 'text[]',
    methods: 'text[]',
    timeoutMs: 'integer',
    scanBody: 'boolean',
  },
  defaults: {
    ...{ integrationId: null, resourceId: null, agentIds: null, actions: null, methods: null },
    timeoutMs: UPSTREAM_TIMEOUT_MS_DEFAULT,
    scanBody: false,
  },
});

export type GivenHttpRoute = Parameters<typeof HTTP_ROUTE.plan>[0][number];

export interface HttpRoutePlan extends RecordPlan<HttpRouteValues> {
  /** Warns about the routes after the change: an omitted field counts as stored. */
  warnings: RecordFault[];
}

/** @param integrations the integrations after the change, by id */
export function planHttpRoutes(
  given: readonly GivenHttpRoute[],
  stored: ReadonlyMap<string, Identified<HttpRouteValues>>,
  integrations: ReadonlyMap<string, IntegrationValues>,
  newId: () => string,
): HttpRoutePlan {
  const warnings = given.flatMap((one, index) => {
    const values = HTTP_ROUTE.valuesOf(one, stored.get(one.name));
    const found = routeWarnings(values, integrations.get(values.integrationId ?? ''));
    return found.map(({ field, message }) => ({ index, fields: field === null ? [] : [field], message }));
  });
  return { ...HTTP_ROUTE.plan(given, stored, newId), warnings };
}

/** A path is appended to the address. @returns the fault, as a phrase after the name of the field, or null */
export function baseUrlFault(address: string): FieldFault | null {
  return address.includes('?') ? fieldFault('HAS_QUERY') : null;
}

/** The defaults of a tool call; null: the call names it. */
export interface McpRouteValues {
  name: string;
  agentId: string | null;
  resourceId: string | null;
  /** The arguments of its calls are scanned as `content` is. */
  scanBody: boolean;
  /** The tools of its server as they were registered, by name; null: their definitions are not compared. */
  tools: readonly RegisteredTool[] | null;
}

export interface RegisteredTool {
  readonly name: string;
  /** `sha256:` and 64 hex digits over the canonical JSON of the definition. */
  readonly digest: string;
}

export const MCP_ROUTE = kindOf<McpRouteValues>({
  noun: 'MCP route',
  aNoun: 'an MCP route',
  nouns: 'MCP routes',
  nameFault: lineFault,
  type: 'mcp_route',
  table: 'svc.mcp_routes',
  columns: { name: 'text', agentId: 'uuid', resourceId: 'uuid', scanBody: 'boolean', tools: 'jsonb' },
  defaults: { agentId: null, resourceId: null, scanBody: false, tools: null },
});

export type GivenMcpRoute = Parameters<typeof MCP_ROUTE.plan>[0][number];
