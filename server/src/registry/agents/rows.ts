// SPDX-License-Identifier: Apache-2.0
/** The rows of agents. Writers hold the lock of the organization's head. */
import type { Referrer } from '@svc/contract';
import { type Transaction, uuidv7 } from '../../storage/db/index.ts';
import { type Identified, type RecordWrites, recordsOf } from '../records/index.ts';
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

const SELECT_AGENTS = `SELECT id, name, description, status, permissions FROM svc.agents WHERE organization_id = $1`;

/** The author of a change of status, and the reason with the salt of its commitment. */
export interface StatusAuthor {
  /** An account; null: a provisioning file. */
  accountId: string | null;
  reason: { text: string; salt: Buffer } | null;
}

export const BY_FILE: StatusAuthor = { accountId: null, reason: null };

/** Makes or changes agents, by id, and notes who changed the status of each. */
export async function writeAgents(
  transaction: Transaction,
  organizationId: string,
  plan: RecordWrites<AgentValues>,
  author: StatusAuthor,
  atMs: number,
): Promise<void> {
  const agents = recordsOf(plan);
  if (agents.length === 0) return;
  await transaction.query(WRITE_AGENTS, [organizationId, new Date(atMs), JSON.stringify(agents)]);
  const changes = [
    ...plan.creates.filter(({ status }) => status === 'PAUSED'),
    ...plan.updates.filter(({ changedFields }) => changedFields.includes('status')).map(({ record }) => record),
  ].map(({ id, status }) => ({ agentId: id, status, id: uuidv7(atMs) }));
  if (changes.length === 0) return;
  const { accountId, reason } = author;
  const values = [organizationId, new Date(atMs), JSON.stringify(changes), accountId];
  await transaction.query(INSERT_STATUS_CHANGES, [...values, reason?.text ?? null, reason?.salt ?? null]);
}

/**
 * A JSON null is stored as SQL NULL: no restriction. The moment of a change is later than that of the one before, so
 * that it tells the two apart.
 */
const WRITE_AGENTS = `
  INSERT INTO svc.agents AS a (organization_id, id, name, description, status, permissions, created_at, updated_at)
  SELECT $1, d.id, d.name, d.description, d.status, NULLIF(d.permissions, 'null'::jsonb), $2, $2
  FROM json_to_recordset($3) AS d (id uuid, name text, description text, status text, permissions jsonb)
  ON CONFLICT (organization_id, id) DO UPDATE SET
    name = excluded.name, description = excluded.description, status = excluded.status,
    permissions = excluded.permissions,
    updated_at = GREATEST(excluded.updated_at, a.updated_at + interval '1 ms')`;

const INSERT_STATUS_CHANGES = `
  INSERT INTO svc.agent_status_changes
    (organization_id, agent_id, id, status, changed_at, changed_by, reason, reason_salt)
  SELECT $1, d."agentId", d.id, d.status, $2, $4, $5, $6
  FROM json_to_recordset($3) AS d ("agentId" uuid, id uuid, status text)`;

/** The caller has seen that nothing refers to the agent. Its events and anomalies stay. */
export async function removeAgent(transaction: Transaction, organizationId: string, agentId: string): Promise<void> {
  await transaction.query(DELETE_AGENT, [organizationId, agentId]);
}

const DELETE_AGENT = `DELETE FROM svc.agents WHERE organization_id = $1 AND id = $2`;

/** Keys, routes and policies that refer to an agent. */
export async function selectUsersOfAgent(
  transaction: Transaction,
  organizationId: string,
  agentId: string,
): Promise<Referrer[]> {
  return await transaction.query<Referrer>(SELECT_USERS, [organizationId, agentId, transaction.clock.now()]);
}

/** A key that is replaced and still works counts, a revoked one does not. Ids in policies have any letter case. */
const SELECT_USERS = `
  SELECT type, id, name FROM (
    SELECT 1 AS place, 'api_key' AS type, id, name FROM svc.api_keys
    WHERE organization_id = $1 AND agent_id = $2 AND revoked_at IS NULL AND COALESCE(revokes_at > $3::timestamptz, true)
    UNION ALL
    SELECT 2, 'http_route', id, name FROM svc.http_routes WHERE organization_id = $1 AND $2 = ANY (agent_ids)
    UNION ALL
    SELECT 3, 'mcp_route', id, name FROM svc.mcp_routes WHERE organization_id = $1 AND agent_id = $2
    UNION ALL
    SELECT 4, 'policy', policy_id, name FROM svc.policy_revisions
    WHERE organization_id = $1 AND version_to IS NULL
      AND CASE WHEN strpos(lower(spec::text), $2::text) > 0 THEN jsonb_path_exists(
        lower(spec::text)::jsonb, '$.**.agentids[*] ? (@ == $id)', jsonb_build_object('id', $2::text)) ELSE false END
  ) AS users
  ORDER BY place, name`;
