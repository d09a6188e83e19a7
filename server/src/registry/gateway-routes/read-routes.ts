// SPDX-License-Identifier: Apache-2.0
/** The routes of both gateways as people see them: one, and a page of them. HTTP routes come with their warnings. */
import type {
  HttpRoute,
  HttpRouteList,
  HttpRouteListQuery,
  McpRoute,
  McpRouteList,
  McpRouteListQuery,
} from '@svc/contract';
import type pg from 'pg';
import { type Condition, inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Reader, Reads } from '../../storage/lists/index.ts';
import { lastSort, searchIn, viewOf } from '../record-lists/index.ts';
import { referenceIn } from '../records/index.ts';
import { type LastCallRow, lastCallJoin, lastCallOf } from './last-call.ts';
import { type RegisteredIntegration, routeWarnings } from './route-warnings.ts';

interface RouteRow extends LastCallRow {
  id: string;
  name: string;
  resource: HttpRoute['resource'];
  scan_body: boolean;
  created_at: Date;
  updated_at: Date;
}

interface HttpRow extends RouteRow {
  base_url: string;
  integration: (RegisteredIntegration & { id: string }) | null;
  agent_ids: string[] | null;
  agents: HttpRoute['agents'];
  actions: HttpRoute['actions'];
  methods: HttpRoute['methods'];
  timeout_ms: number;
}

interface McpRow extends RouteRow {
  agent: McpRoute['agent'];
  tools: McpRoute['tools'];
}

const columnsOf = (alias: string) => `${alias}.id, ${alias}.name, ${alias}.scan_body, ${alias}.created_at,
  ${alias}.updated_at, resource.resource, last.last_call`;

const joinsOf = (alias: string) => `${lastCallJoin(alias)}
  LEFT JOIN LATERAL (
    SELECT json_build_object('id', id, 'name', name, 'classification', classification) AS resource
    FROM svc.resources WHERE organization_id = $1 AND id = ${alias}.resource_id OFFSET 0
  ) AS resource ON true`;

const HTTP_ROUTES = viewOf<HttpRow>({
  noun: 'HTTP route',
  table: 'svc.http_routes',
  alias: 'h',
  columns: `${columnsOf('h')}, h.base_url, h.agent_ids, h.actions, h.methods, h.timeout_ms, integration.integration,
    agents.agents`,
  joins: `${joinsOf('h')}
  LEFT JOIN LATERAL (
    SELECT json_build_object('id', id, 'name', name, 'allowedHosts', allowed_hosts, 'credential', credential)
      AS integration
    FROM svc.integrations WHERE organization_id = $1 AND id = h.integration_id OFFSET 0
  ) AS integration ON true
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY lower(name), id) AS agents
    FROM svc.agents WHERE organization_id = $1 AND id = ANY (h.agent_ids) OFFSET 0
  ) AS agents ON true`,
  sorts: { lastCallAt: lastSort('ROUTE') },
});

const MCP_ROUTES = viewOf<McpRow>({
  noun: 'MCP route',
  table: 'svc.mcp_routes',
  alias: 'm',
  columns: `${columnsOf('m')}, m.tools, agent.agent`,
  joins: `${joinsOf('m')}
  LEFT JOIN LATERAL (
    SELECT json_build_object('id', id, 'name', name) AS agent
    FROM svc.agents WHERE organization_id = $1 AND id = m.agent_id OFFSET 0
  ) AS agent ON true`,
  sorts: { lastCallAt: lastSort('ROUTE') },
});

/** @throws ApiError 404 */
export async function showHttpRoute(transaction: Transaction, organizationId: string, id: string): Promise<HttpRoute> {
  return httpRouteOf(await HTTP_ROUTES.row(transaction, organizationId, id));
}

/** @throws ApiError 404 */
export async function readHttpRoute(pool: pg.Pool, organizationId: string, id: string): Promise<HttpRoute> {
  return await inTransaction(pool, [organizationId], (transaction) => showHttpRoute(transaction, organizationId, id));
}

/** @throws ApiError 404 */
export async function showMcpRoute(transaction: Transaction, organizationId: string, id: string): Promise<McpRoute> {
  return mcpRouteOf(await MCP_ROUTES.row(transaction, organizationId, id));
}

/** @throws ApiError 404 */
export async function readMcpRoute(pool: pg.Pool, organizationId: string, id: string): Promise<McpRoute> {
  return await inTransaction(pool, [organizationId], (transaction) => showMcpRoute(transaction, organizationId, id));
}

function httpRouteOf(row: HttpRow): HttpRoute {
  const { integration, resource, actions, methods, name, base_url: baseUrl, agent_ids: agentIds } = row;
  const values = { name, baseUrl, resourceId: resource?.id ?? null, agentIds, actions, methods };
  return {
    ...commonOf(row),
    baseUrl,
    integration: integration === null ? null : { id: integration.id, name: integration.name },
    agents: agentIds === null ? null : (row.agents ?? []),
    actions,
    methods,
    timeoutMs: row.timeout_ms,
    warnings: routeWarnings(values, integration ?? undefined),
  };
}

function mcpRouteOf(row: McpRow): McpRoute {
  return { ...commonOf(row), agent: row.agent, tools: row.tools };
}

function commonOf(row: RouteRow) {
  return {
    id: row.id,
    name: row.name,
    resource: row.resource,
    scanBody: row.scan_body,
    lastCall: lastCallOf(row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** @throws ApiError 400 for an unreadable cursor, 429 when too much is read at once */
export async function listHttpRoutes(reads: Reads, reader: Reader, query: HttpRouteListQuery): Promise<HttpRouteList> {
  const filters: Condition[] = [
    [query.integration, referenceIn('integration', 'h.integration_id')],
    [query.resource, referenceIn('resource', 'h.resource_id')],
    [query.agent, namesAgent],
    [query.q, searchIn(`concat_ws(' ', h.name, h.base_url)`, 'h.id')],
  ];
  return await HTTP_ROUTES.list(reads, reader, query, { filters }, httpRouteOf);
}

const namesAgent = (place: string): string => `h.agent_ids && ARRAY(
  SELECT id FROM svc.agents WHERE organization_id = $1 AND (name = ${place} OR id::text = lower(${place}))
)`;

/** @throws ApiError 400 for an unreadable cursor, 429 when too much is read at once */
export async function listMcpRoutes(reads: Reads, reader: Reader, query: McpRouteListQuery): Promise<McpRouteList> {
  const filters: Condition[] = [
    [query.agent, referenceIn('agent', 'm.agent_id')],
    [query.resource, referenceIn('resource', 'm.resource_id')],
    [query.q, searchIn('m.name', 'm.id')],
  ];
  return await MCP_ROUTES.list(reads, reader, query, { filters }, mcpRouteOf);
}
