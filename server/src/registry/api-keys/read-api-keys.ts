// SPDX-License-Identifier: Apache-2.0
/** API keys as people see them: one, and a page of them. Nothing here knows the value of a key. */
import type { ApiKey, ApiKeyList, ApiKeyListQuery } from '@svc/contract';
import type pg from 'pg';
import { type Condition, inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Reader, Reads } from '../../storage/lists/index.ts';
import { lastSort, searchIn, viewOf } from '../record-lists/index.ts';
import { referenceIn } from '../records/index.ts';

/** `$3` is the moment. @param k alias of the table of keys */
export function keyStatus(k: string): string {
  return `CASE
    WHEN ${k}.revoked_at IS NOT NULL OR ${k}.revokes_at <= $3::timestamptz THEN 'REVOKED'
    WHEN ${k}.expires_at <= $3::timestamptz THEN 'EXPIRED'
    WHEN ${k}.revokes_at IS NOT NULL THEN 'RETIRING'
    ELSE 'ACTIVE'
  END`;
}

interface KeyRow {
  id: string;
  name: string;
  kind: ApiKey['kind'];
  prefix: string;
  status: ApiKey['status'];
  agent: ApiKey['agent'];
  permissions: ApiKey['permissions'];
  allowed_ips: string[] | null;
  expires_at: Date | null;
  revokes_at: Date | null;
  revoked_at: Date | null;
  replaced_by: ApiKey['replacedBy'];
  created_by: ApiKey['createdBy'];
  last_used_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = `k.id, k.name, k.kind, k.key_prefix AS prefix, ${keyStatus('k')} AS status, k.permissions,
  k.allowed_ips, k.expires_at, k.revokes_at,
  COALESCE(k.revoked_at, CASE WHEN k.revokes_at <= $3::timestamptz THEN k.revokes_at END) AS revoked_at, k.created_at,
  k.updated_at, agent.agent, next.replaced_by, last.at AS last_used_at,
  CASE WHEN k.created_by IS NOT NULL THEN json_build_object('id', k.created_by, 'name', p.name) END AS created_by`;

const JOINS = `
  LEFT JOIN LATERAL (
    SELECT json_build_object('id', id, 'name', name) AS agent
    FROM svc.agents WHERE organization_id = $1 AND id = k.agent_id OFFSET 0
  ) AS agent ON true
  LEFT JOIN LATERAL (
    SELECT json_build_object('id', id, 'name', name) AS replaced_by
    FROM svc.api_keys WHERE organization_id = $1 AND id = k.replaced_by OFFSET 0
  ) AS next ON true
  LEFT JOIN LATERAL (
    SELECT max(at) AS at FROM svc.figure_lasts
    WHERE organization_id = $1 AND kind = 'KEY' AND record_id = k.id OFFSET 0
  ) AS last ON true
  LEFT JOIN LATERAL (SELECT name FROM svc.accounts WHERE id = k.created_by OFFSET 0) AS p ON true`;

const KEYS = viewOf<KeyRow>({
  noun: 'API key',
  table: 'svc.api_keys',
  alias: 'k',
  columns: COLUMNS,
  joins: JOINS,
  sorts: {
    // A key that never expires comes after all others.
    expiresAt: { type: 'number', column: `COALESCE(extract(epoch FROM k.expires_at), 1e15)` },
    lastUsedAt: lastSort('KEY'),
  },
});

/** @throws ApiError 404 */
export async function showApiKey(transaction: Transaction, organizationId: string, id: string): Promise<ApiKey> {
  return keyOf(await KEYS.row(transaction, organizationId, id));
}

/** @throws ApiError 404 */
export async function readApiKey(pool: pg.Pool, organizationId: string, id: string): Promise<ApiKey> {
  return await inTransaction(pool, [organizationId], (transaction) => showApiKey(transaction, organizationId, id));
}

function keyOf(row: KeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    prefix: row.prefix,
    status: row.status,
    agent: row.agent,
    permissions: row.permissions,
    allowedIps: row.allowed_ips,
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokesAt: row.revokes_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    replacedBy: row.replaced_by,
    createdBy: row.created_by,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** @throws ApiError 400 for an unreadable cursor, 429 when too much is read at once */
export async function listApiKeys(reads: Reads, reader: Reader, query: ApiKeyListQuery): Promise<ApiKeyList> {
  const named = `concat_ws(' ', k.name, k.key_prefix, (
    SELECT name FROM svc.agents WHERE organization_id = $1 AND id = k.agent_id
  ))`;
  const filters: Condition[] = [
    [query.status, (place) => `${keyStatus('k')} = ${place}`],
    [query.status === undefined ? 'REVOKED' : null, (place) => `${keyStatus('k')} <> ${place}`],
    [query.kind, (place) => `k.kind = ${place}`],
    [query.agent, referenceIn('agent', 'k.agent_id')],
    [query.q, searchIn(named, 'k.id')],
  ];
  return await KEYS.list(reads, reader, query, { filters }, keyOf);
}
