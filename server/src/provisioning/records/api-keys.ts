/** API keys as the file describes them, and as they are stored: by their SHA-256. */
import { API_KEY_RANDOM_CHARACTERS_MIN, KEY_KINDS, type KeyKind } from '@svc/contract';
import { isApiKey } from '../../api-keys/index.ts';
import type { Transaction } from '../../db/index.ts';
import { addressRanges } from '../reading/addresses.ts';
import {
  nameAmong,
  nullable,
  optional,
  type Reader,
  record,
  recordName,
  refined,
  required,
  text,
  time,
  word,
} from '../reading/index.ts';
import { KEY_BEGINNINGS } from '../secrets.ts';

const KEY_CHARACTERS_MAX = 200;

const keyValue: Reader<string> = refined(text(KEY_CHARACTERS_MAX), (value, tell, label) =>
  isApiKey(value)
    ? value
    : tell(
        `${label} must begin with ${Object.values(KEY_BEGINNINGS).join(' or ')} and go on with at least ` +
          `${API_KEY_RANDOM_CHARACTERS_MIN} letters and digits`,
      ),
);

/** @param agents names of the organization's agents in this file */
export function apiKeyReader(agents: ReadonlySet<string>) {
  const fields = record({
    name: required(recordName),
    key: optional(keyValue),
    kind: optional(word(KEY_KINDS)),
    agent: optional(nullable(nameAmong(agents, 'an agent'))),
    allowedIps: optional(nullable(addressRanges)),
    expiresAt: optional(nullable(time)),
  });
  return refined(fields, (entry, tell) => {
    const { key, kind } = entry;
    if (key === undefined || kind === undefined || kindOf(key) === kind) return entry;
    const beginning = KEY_BEGINNINGS[kindOf(key)];
    return tell(`the kind ${kind} does not go with a key that begins with ${beginning}`, entry.place.fields.kind);
  });
}
export type ApiKeyEntry = ReturnType<ReturnType<typeof apiKeyReader>> & object;

export function kindOf(key: string): KeyKind {
  return key.startsWith(KEY_BEGINNINGS.TEST) ? 'TEST' : 'LIVE';
}

/** What of a key can change while it stays the same key. Times are RFC 3339, so that they compare as text. */
export interface KeyTerms {
  agentId: string | null;
  allowedIps: readonly string[] | null;
  expiresAt: string | null;
}

export interface StoredKey extends KeyTerms {
  id: string;
  name: string;
  kind: KeyKind;
  prefix: string;
  /** SHA-256, lower-case hex. */
  hash: string;
  isRevoked: boolean;
}

/** Every key that the organization has or had. */
export async function selectApiKeys(transaction: Transaction, organizationId: string): Promise<StoredKey[]> {
  const rows = await transaction.query<KeyRow>(SELECT_API_KEYS, [organizationId]);
  return rows.map(({ expiresAt, ...row }) => ({ ...row, expiresAt: expiresAt?.toISOString() ?? null }));
}

type KeyRow = Omit<StoredKey, 'expiresAt'> & { expiresAt: Date | null };

const SELECT_API_KEYS = `
  SELECT id, name, kind, key_prefix AS prefix, encode(key_hash, 'hex') AS hash, agent_id AS "agentId",
    allowed_ips AS "allowedIps", expires_at AS "expiresAt", revoked_at IS NOT NULL AS "isRevoked"
  FROM svc.api_keys WHERE organization_id = $1`;

/** Those of these hashes that any organization has or had a key of; outside row-level security. */
export async function selectKnownHashes(transaction: Transaction, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await transaction.query<{ hash: string }>(SELECT_KNOWN_HASHES, [hashes]);
  return new Set(rows.map((row) => row.hash));
}

const SELECT_KNOWN_HASHES = `
  SELECT encode(key_hash, 'hex') AS hash FROM svc.api_key_directory
  WHERE key_hash IN (SELECT decode(one, 'hex') FROM unnest($1::text[]) AS one)`;

/** Before keys of the same name are made. The directory keeps a revoked key, so that it is told what became of it. */
export async function revokeApiKeys(
  transaction: Transaction,
  organizationId: string,
  keyIds: readonly string[],
  atMs: number,
): Promise<void> {
  if (keyIds.length > 0) await transaction.query(REVOKE_API_KEYS, [organizationId, keyIds, new Date(atMs)]);
}

const REVOKE_API_KEYS = `
  UPDATE svc.api_keys SET revoked_at = $3, updated_at = $3
  WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND revoked_at IS NULL`;

/** Makes keys. The directory's primary key refuses a value that any organization has or had. */
export async function insertApiKeys(
  transaction: Transaction,
  organizationId: string,
  keys: readonly StoredKey[],
  atMs: number,
): Promise<void> {
  if (keys.length > 0) await transaction.query(INSERT_API_KEYS, [organizationId, new Date(atMs), JSON.stringify(keys)]);
}

const IPS = `CASE WHEN json_typeof(d."allowedIps") = 'array'
      THEN ARRAY(SELECT json_array_elements_text(d."allowedIps")) END`;

/** Row and directory in one statement, so that neither can be forgotten. */
const INSERT_API_KEYS = `
  WITH made AS (
    INSERT INTO svc.api_keys (organization_id, id, name, kind, key_prefix, key_hash, agent_id, allowed_ips, expires_at,
      created_at, updated_at)
    SELECT $1, d.id, d.name, d.kind, d.prefix, decode(d.hash, 'hex'), d."agentId", ${IPS}, d."expiresAt", $2, $2
    FROM json_to_recordset($3) AS d (id uuid, name text, kind text, prefix text, hash text, "agentId" uuid,
      "allowedIps" json, "expiresAt" timestamptz)
    RETURNING organization_id, id, key_hash
  )
  INSERT INTO svc.api_key_directory (key_hash, organization_id, api_key_id)
  SELECT key_hash, organization_id, id FROM made`;

/** Changes for whom, from where and until when keys are good. The caller holds the head's lock. */
export async function updateKeyTerms(
  transaction: Transaction,
  organizationId: string,
  keys: readonly StoredKey[],
  atMs: number,
): Promise<void> {
  if (keys.length > 0)
    await transaction.query(UPDATE_KEY_TERMS, [organizationId, new Date(atMs), JSON.stringify(keys)]);
}

const UPDATE_KEY_TERMS = `
  UPDATE svc.api_keys k SET agent_id = d."agentId", allowed_ips = ${IPS}, expires_at = d."expiresAt", updated_at = $2
  FROM json_to_recordset($3) AS d (id uuid, "agentId" uuid, "allowedIps" json, "expiresAt" timestamptz)
  WHERE k.organization_id = $1 AND k.id = d.id`;
