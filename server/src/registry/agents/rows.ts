// SPDX-License-Identifier: Apache-2.0
/** The rows of agents with the changes of their status. Writers hold the lock of the organization's head. */
import type { Referrer } from '@svc/contract';
import { type Transaction, uuidv7 } from '../../storage/db/index.ts';
import type { RecordWrites } from '../records/index.ts';
import { AGENT, type AgentValues } from './kind.ts';

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
  await AGENT.write(transaction, organizationId, plan, atMs);
  const changes = [
    ...plan.creates.filter(({ status }) => status === 'PAUSED'),
    ...plan.updates.filter(({ changedFields }) => changedFields.includes('status')).map(({ record }) => record),
  ].map(({ id, status }) => ({ agentId: id, status, id: uuidv7(atMs) }));
  if (changes.length === 0) return;
  const { accountId, reason } = author;
  const values = [organizationId, new Date(atMs), JSON.stringify(changes), accountId];
  await transaction.query(INSERT_STATUS_CHANGES, [...values, reason?.text ?? null, reason?.salt ?? null]);
}

const INSERT_STATUS_CHANGES = `
  INSERT INTO svc.agent_status_changes
    (organization_id, agent_id, id, status, changed_at, changed_by, reason, reason_salt)
  SELECT $1, d."agentId", d.id, d.status, $2, $4, $5, $6
  FROM json_to_recordset($3) AS d ("agentId" uuid, id uuid, status text)
  RETURNING 1`;

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
