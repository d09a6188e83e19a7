// SPDX-License-Identifier: Apache-2.0
/** The rows of API keys, and the directory by which a presented key is found. Writers hold the head's lock. */
import { queryAcross, type Transaction } from '../../storage/db/index.ts';
import type { KeyPlan, StoredKey } from './plan-api-keys.ts';

/** Every present and past key of the organization. */
export async function selectApiKeys(transaction: Transaction, organizationId: string): Promise<StoredKey[]> {
  const rows = await transaction.query<KeyRow>(SELECT_API_KEYS, [organizationId, transaction.clock.now()]);
  return rows.map(({ expiresAt, ...row }) => ({ ...row, expiresAt: expiresAt?.toISOString() ?? null }));
}

type KeyRow = Omit<StoredKey, 'expiresAt'> & { expiresAt: Date | null };

/** `$2` is the moment. */
const KEY_COLUMNS = `id, name, kind, key_prefix AS prefix, encode(key_hash, 'hex') AS hash, agent_id AS "agentId",
    permissions, allowed_ips AS "allowedIps", expires_at AS "expiresAt",
    (revoked_at IS NOT NULL OR COALESCE(revokes_at <= $2, false)) AS "isRevoked",
    revokes_at IS NOT NULL AS "isRetiring"`;

const SELECT_API_KEYS = `SELECT ${KEY_COLUMNS} FROM svc.api_keys WHERE organization_id = $1`;

/** Those of these hashes that are or were a key of any organization. */
export async function selectKnownHashes(transaction: Transaction, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const tables = ['api_key_directory'];
  const rows = await queryAcross<{ hash: string }>(transaction, tables, SELECT_KNOWN_HASHES, [hashes]);
  return new Set(rows.map((row) => row.hash));
}

const SELECT_KNOWN_HASHES = `
  SELECT encode(key_hash, 'hex') AS hash FROM svc.api_key_directory
  WHERE key_hash IN (SELECT decode(one, 'hex') FROM unnest($1::text[]) AS one)`;

/**
 * Revocations come first: a new key may have the name of a revoked one.
 * @param createdBy an account; null: a provisioning file
 */
export async function writeApiKeys(
  transaction: Transaction,
  organizationId: string,
  { revokes, creates, updates }: Pick<KeyPlan, 'revokes' | 'creates' | 'updates'>,
  createdBy: string | null,
  atMs: number,
): Promise<void> {
  const at = new Date(atMs);
  const write = async (statement: string, rows: readonly unknown[]) => {
    if (rows.length > 0) await transaction.query(statement, [organizationId, at, JSON.stringify(rows)]);
  };
  await write(
    REVOKE_API_KEYS,
    revokes.map(({ id }) => ({ id })),
  );
  await write(
    INSERT_API_KEYS,
    creates.map((made) => ({ ...made, createdBy })),
  );
  if (creates.length > 0) await transaction.query(INSERT_DIRECTORY, [organizationId, JSON.stringify(creates)]);
  await write(
    UPDATE_API_KEYS,
    updates.map(({ record }) => record),
  );
}

/** The directory keeps a revoked key, so that its holder learns of the revocation. */
const REVOKE_API_KEYS = `
  UPDATE svc.api_keys k SET revoked_at = $2, updated_at = GREATEST($2, svc.next_ms(k.updated_at))
  FROM json_to_recordset($3) AS d (id uuid)
  WHERE k.organization_id = $1 AND k.id = d.id AND k.revoked_at IS NULL`;

const IPS = `CASE WHEN json_typeof(d."allowedIps") = 'array'
      THEN ARRAY(SELECT json_array_elements_text(d."allowedIps")) END`;
const PERMISSIONS = 'ARRAY(SELECT json_array_elements_text(d.permissions))';

const INSERT_API_KEYS = `
  INSERT INTO svc.api_keys (organization_id, id, name, kind, key_prefix, key_hash, agent_id, permissions, allowed_ips,
    expires_at, created_by, created_at, updated_at)
  SELECT $1, d.id, d.name, d.kind, d.prefix, decode(d.hash, 'hex'), d."agentId", ${PERMISSIONS}, ${IPS},
    d."expiresAt", d."createdBy", $2, $2
  FROM json_to_recordset($3) AS d (id uuid, name text, kind text, prefix text, hash text, "agentId" uuid,
    permissions json, "allowedIps" json, "expiresAt" timestamptz, "createdBy" uuid)
  RETURNING 1`;

/** The directory's primary key refuses the present and past values of every organization. */
const INSERT_DIRECTORY = `
  INSERT INTO svc.api_key_directory (key_hash, organization_id, api_key_id)
  SELECT decode(d.hash, 'hex'), $1, d.id FROM json_to_recordset($2) AS d (id uuid, hash text)`;

/** The value and the environment of a key never change. */
const UPDATE_API_KEYS = `
  UPDATE svc.api_keys k SET name = d.name, agent_id = d."agentId", permissions = ${PERMISSIONS},
    allowed_ips = ${IPS}, expires_at = d."expiresAt", updated_at = GREATEST($2, svc.next_ms(k.updated_at))
  FROM json_to_recordset($3) AS d (id uuid, name text, "agentId" uuid, permissions json, "allowedIps" json,
    "expiresAt" timestamptz)
  WHERE k.organization_id = $1 AND k.id = d.id`;

/** Gives the name of a key to another one, before that one is written. With no time left it is revoked. */
export async function retireApiKey(
  transaction: Transaction,
  organizationId: string,
  { id, replacedBy }: { id: string; replacedBy: string },
  { atMs, untilMs }: { atMs: number; untilMs: number },
): Promise<void> {
  await transaction.query(RETIRE_API_KEY, [organizationId, id, new Date(atMs), new Date(untilMs), replacedBy]);
}

const RETIRE_API_KEY = `
  UPDATE svc.api_keys SET revokes_at = $4, replaced_by = $5,
    revoked_at = CASE WHEN $4::timestamptz <= $3::timestamptz THEN $3::timestamptz END,
    updated_at = GREATEST($3, svc.next_ms(updated_at))
  WHERE organization_id = $1 AND id = $2 AND revoked_at IS NULL AND revokes_at IS NULL`;

/** Marks replaced keys whose hours are over as revoked. @returns them */
export async function revokeRetiredKeys(
  transaction: Transaction,
  organizationId: string,
  atMs: number,
): Promise<StoredKey[]> {
  const rows = await transaction.query<KeyRow>(REVOKE_RETIRED, [organizationId, new Date(atMs)]);
  return rows.map(({ expiresAt, ...row }) => ({ ...row, expiresAt: expiresAt?.toISOString() ?? null }));
}

const REVOKE_RETIRED = `
  UPDATE svc.api_keys SET revoked_at = revokes_at, updated_at = GREATEST($2, svc.next_ms(updated_at))
  WHERE organization_id = $1 AND revoked_at IS NULL AND revokes_at <= $2
  RETURNING ${KEY_COLUMNS}`;

/** Those of the organizations that have replaced keys whose hours are over. */
export async function organizationsWithRetiredKeys(
  transaction: Transaction,
  organizationIds: readonly string[],
  atMs: number,
): Promise<string[]> {
  const values = [organizationIds, new Date(atMs)];
  const rows = await transaction.query<{ organization_id: string }>(SELECT_WITH_RETIRED, values);
  return rows.map((row) => row.organization_id);
}

const SELECT_WITH_RETIRED = `
  SELECT DISTINCT organization_id FROM svc.api_keys
  WHERE organization_id = ANY ($1::uuid[]) AND revoked_at IS NULL AND revokes_at <= $2`;

/**
 * Lets an agent with revoked keys be deleted. An active key keeps its agent: without one it would be valid for every
 * agent.
 */
export async function forgetAgentOfRevokedKeys(
  transaction: Transaction,
  organizationId: string,
  agentId: string,
): Promise<void> {
  await transaction.query(FORGET_AGENT, [organizationId, agentId, transaction.clock.now()]);
}

const FORGET_AGENT = `
  UPDATE svc.api_keys SET agent_id = NULL
  WHERE organization_id = $1 AND agent_id = $2 AND (revoked_at IS NOT NULL OR revokes_at <= $3::timestamptz)`;
