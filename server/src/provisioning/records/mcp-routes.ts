/** Routes of the MCP gateway: a default agent and a default resource for tool calls. */
import type { Transaction } from '../../db/index.ts';
import { type Identified, type IdOf, kept, planRecords, type RecordPlan } from '../apply/plan-records.ts';
import { nameAmong, nullable, optional, type RecordOf, recordName, required, uuid } from '../reading/index.ts';
import type { RouteNames } from './http-routes.ts';

export function mcpRouteFields({ agents, resources }: Pick<RouteNames, 'agents' | 'resources'>) {
  return {
    id: optional(uuid),
    name: required(recordName),
    agent: optional(nullable(nameAmong(agents, 'an agent'))),
    resource: optional(nullable(nameAmong(resources, 'a resource'))),
  };
}
export type McpRouteEntry = RecordOf<ReturnType<typeof mcpRouteFields>>;

export interface McpRouteValues {
  name: string;
  agentId: string | null;
  resourceId: string | null;
}

export async function selectMcpRoutes(
  transaction: Transaction,
  organizationId: string,
): Promise<Map<string, Identified<McpRouteValues>>> {
  const rows = await transaction.query<Identified<McpRouteValues>>(SELECT_MCP_ROUTES, [organizationId]);
  return new Map(rows.map((row) => [row.name, row]));
}

/** Every MCP route of the organization. */
const SELECT_MCP_ROUTES = `
  SELECT id, name, agent_id AS "agentId", resource_id AS "resourceId"
  FROM svc.mcp_routes WHERE organization_id = $1`;

export function planMcpRoutes(
  entries: readonly McpRouteEntry[],
  stored: ReadonlyMap<string, Identified<McpRouteValues>>,
  idOf: { agent: IdOf; resource: IdOf },
  newId: () => string,
): RecordPlan<McpRouteValues> {
  return planRecords<McpRouteEntry, McpRouteValues>({
    noun: 'MCP route',
    entries,
    stored,
    keyOf: (entry) => entry.name,
    valuesOf: (entry, current) => ({
      name: entry.name,
      agentId: kept(entry.agent, current?.agentId, idOf.agent),
      resourceId: kept(entry.resource, current?.resourceId, idOf.resource),
    }),
    newId,
  });
}

/** Makes or changes routes, by id. The caller holds the head's lock, so nobody else does at the same time. */
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
  INSERT INTO svc.mcp_routes (organization_id, id, name, agent_id, resource_id, created_at, updated_at)
  SELECT $1, d.id, d.name, d."agentId", d."resourceId", $2, $2
  FROM json_to_recordset($3) AS d (id uuid, name text, "agentId" uuid, "resourceId" uuid)
  ON CONFLICT (organization_id, id) DO UPDATE SET
    agent_id = excluded.agent_id, resource_id = excluded.resource_id, updated_at = excluded.updated_at`;
