/** The rows of agents. Writers hold the lock of the organization's head. */
import type { Transaction } from '../../db/index.ts';
import type { Identified } from '../records/index.ts';
import type { AgentValues } from './plan-agents.ts';

/** Every agent of the organization, by name. */
export async function selectAgents(
  transaction: Transaction,
  organizationId: string,
): Promise<Map<string, Identified<AgentValues>>> {
  const rows = await transaction.query<Identified<AgentValues> & Record<string, unknown>>(SELECT_AGENTS, [
    organizationId,
  ]);
  return new Map(rows.map((row) => [row.name, row]));
}

const SELECT_AGENTS = `SELECT id, name, status, permissions FROM svc.agents WHERE organization_id = $1`;

/** Makes or changes agents, by id. */
export async function writeAgents(
  transaction: Transaction,
  organizationId: string,
  agents: readonly Identified<AgentValues>[],
  atMs: number,
): Promise<void> {
  if (agents.length === 0) return;
  await transaction.query(WRITE_AGENTS, [organizationId, new Date(atMs), JSON.stringify(agents)]);
}

/** A JSON null is stored as SQL NULL: no restriction. */
const WRITE_AGENTS = `
  INSERT INTO svc.agents (organization_id, id, name, status, permissions, created_at, updated_at)
  SELECT $1, d.id, d.name, d.status, NULLIF(d.permissions, 'null'::jsonb), $2, $2
  FROM json_to_recordset($3) AS d (id uuid, name text, status text, permissions jsonb)
  ON CONFLICT (organization_id, id) DO UPDATE SET
    name = excluded.name, status = excluded.status, permissions = excluded.permissions,
    updated_at = excluded.updated_at`;

/** The caller has seen that nothing refers to the agent. Its events and anomalies stay. */
export async function removeAgent(transaction: Transaction, organizationId: string, agentId: string): Promise<void> {
  await transaction.query(DELETE_AGENT, [organizationId, agentId]);
}

const DELETE_AGENT = `DELETE FROM svc.agents WHERE organization_id = $1 AND id = $2`;

/** Keys and routes that refer to an agent, in words for a person. */
export async function selectUsersOfAgent(
  transaction: Transaction,
  organizationId: string,
  agentId: string,
): Promise<string[]> {
  const rows = await transaction.query<{ user: string }>(SELECT_USERS, [organizationId, agentId]);
  return rows.map((row) => row.user);
}

const SELECT_USERS = `
  SELECT 'the API key ' || name AS "user" FROM svc.api_keys
  WHERE organization_id = $1 AND agent_id = $2 AND revoked_at IS NULL
  UNION ALL
  SELECT 'the HTTP route ' || name FROM svc.http_routes WHERE organization_id = $1 AND $2 = ANY (agent_ids)
  UNION ALL
  SELECT 'the MCP route ' || name FROM svc.mcp_routes WHERE organization_id = $1 AND agent_id = $2`;
