// SPDX-License-Identifier: Apache-2.0
/** The rows of routes. Writers hold the lock of the organization's head. */
import type { Transaction } from '../../storage/db/index.ts';
import type { Identified } from '../records/index.ts';
import type { HttpRouteValues } from './plan-http-routes.ts';
import type { McpRouteValues } from './plan-mcp-routes.ts';

/** Every HTTP route of the organization, by name. */
export async function selectHttpRoutes(
  transaction: Transaction,
  organizationId: string,
): Promise<Map<string, Identified<HttpRouteValues>>> {
  const rows = await transaction.query<Identified<HttpRouteValues>>(SELECT_HTTP_ROUTES, [organizationId]);
  return new Map(rows.map((row) => [row.name, row]));
}

const SELECT_HTTP_ROUTES = `
  SELECT id, name, base_url AS "baseUrl", integration_id AS "integrationId", resource_id AS "resourceId",
    agent_ids AS "agentIds", actions, methods, timeout_ms AS "timeoutMs", scan_body AS "scanBody"
  FROM svc.http_routes WHERE organization_id = $1`;

/** Makes or changes routes, by id. */
export async function writeHttpRoutes(
  transaction: Transaction,
  organizationId: string,
  routes: readonly Identified<HttpRouteValues>[],
  atMs: number,
): Promise<void> {
  if (routes.length === 0) return;
  await transaction.query(WRITE_HTTP_ROUTES, [organizationId, new Date(atMs), JSON.stringify(routes)]);
}

/** A JSON list, or the SQL NULL that a JSON null stands for. */
const textList = (column: string) =>
  `CASE WHEN json_typeof(${column}) = 'array' THEN ARRAY(SELECT json_array_elements_text(${column})) END`;

const WRITE_HTTP_ROUTES = `
  INSERT INTO svc.http_routes AS r (organization_id, id, name, base_url, integration_id, resource_id, agent_ids,
    actions, methods, timeout_ms, scan_body, created_at, updated_at)
  SELECT $1, d.id, d.name, d."baseUrl", d."integrationId", d."resourceId", (${textList('d."agentIds"')})::uuid[],
    ${textList('d.actions')}, ${textList('d.methods')}, d."timeoutMs", d."scanBody", $2, $2
  FROM json_to_recordset($3) AS d (id uuid, name text, "baseUrl" text, "integrationId" uuid, "resourceId" uuid,
    "agentIds" json, actions json, methods json, "timeoutMs" integer, "scanBody" boolean)
  ON CONFLICT (organization_id, id) DO UPDATE SET
    name = excluded.name, base_url = excluded.base_url, integration_id = excluded.integration_id,
    resource_id = excluded.resource_id, agent_ids = excluded.agent_ids, actions = excluded.actions,
    methods = excluded.methods, timeout_ms = excluded.timeout_ms, scan_body = excluded.scan_body,
    updated_at = GREATEST(excluded.updated_at, r.updated_at + interval '1 ms')`;

export async function removeHttpRoute(
  transaction: Transaction,
  organizationId: string,
  routeId: string,
): Promise<void> {
  await transaction.query(DELETE_HTTP_ROUTE, [organizationId, routeId]);
}

const DELETE_HTTP_ROUTE = `DELETE FROM svc.http_routes WHERE organization_id = $1 AND id = $2`;

/** Every MCP route of the organization, by name. */
export async function selectMcpRoutes(
  transaction: Transaction,
  organizationId: string,
): Promise<Map<string, Identified<McpRouteValues>>> {
  const rows = await transaction.query<Identified<McpRouteValues>>(SELECT_MCP_ROUTES, [organizationId]);
  return new Map(rows.map((row) => [row.name, row]));
}

const SELECT_MCP_ROUTES = `
  SELECT id, name, agent_id AS "agentId", resource_id AS "resourceId", scan_body AS "scanBody"
  FROM svc.mcp_routes WHERE organization_id = $1`;

/** Makes or changes routes, by id. */
export async function writeMcpRoutes(
  transaction: Transaction,
  organizationId: string,
  routes: readonly Identified<McpRouteValues>[],
  atMs: number,
): Promise<void> {
  if (routes.length === 0) return;
  await transaction.query(WRITE_MCP_ROUTES, [organizationId, new Date(atMs), JSON.stringify(routes)]);
}

const WRITE_MCP_ROUTES = `
  INSERT INTO svc.mcp_routes AS r (organization_id, id, name, agent_id, resource_id, scan_body, created_at, updated_at)
  SELECT $1, d.id, d.name, d."agentId", d."resourceId", d."scanBody", $2, $2
  FROM json_to_recordset($3) AS d (id uuid, name text, "agentId" uuid, "resourceId" uuid, "scanBody" boolean)
  ON CONFLICT (organization_id, id) DO UPDATE SET
    name = excluded.name, agent_id = excluded.agent_id, resource_id = excluded.resource_id,
    scan_body = excluded.scan_body, updated_at = GREATEST(excluded.updated_at, r.updated_at + interval '1 ms')`;

export async function removeMcpRoute(transaction: Transaction, organizationId: string, routeId: string): Promise<void> {
  await transaction.query(DELETE_MCP_ROUTE, [organizationId, routeId]);
}

const DELETE_MCP_ROUTE = `DELETE FROM svc.mcp_routes WHERE organization_id = $1 AND id = $2`;
