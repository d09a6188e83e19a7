/** Finds the organizations of a file by name, and makes the missing ones. */
import { hash } from 'node:crypto';
import { type Transaction, uuidv7 } from '../../db/index.ts';

export interface FoundOrganization {
  id: string;
  isNew: boolean;
}

/**
 * Ids by name. A name outside the directory is entered with a fresh id. When another process enters it at the same
 * moment, this waits for it and takes its id.
 */
export async function findOrganizations(
  transaction: Transaction,
  names: readonly string[],
  nowMs: number,
): Promise<Map<string, FoundOrganization>> {
  const digestOf = new Map(names.map((name) => [hash('sha256', name, 'hex'), name]));
  const freshIds = new Map([...digestOf.keys()].map((digest) => [digest, uuidv7(nowMs)]));
  const drafts = [...freshIds].map(([digest, id]) => ({ digest, id }));
  await transaction.query(ENTER_ORGANIZATIONS, [JSON.stringify(drafts)]);
  const rows = await transaction.query<{ digest: string; id: string }>(SELECT_ORGANIZATIONS, [[...digestOf.keys()]]);
  return new Map(
    rows.map(({ digest, id }) => [digestOf.get(digest) ?? '', { id, isNew: id === freshIds.get(digest) }] as const),
  );
}

/** In the order of the digests, so that two processes that enter the same names cannot deadlock. */
const ENTER_ORGANIZATIONS = `
  INSERT INTO svc.organization_directory (name_digest, organization_id)
  SELECT decode(d.digest, 'hex'), d.id FROM json_to_recordset($1) AS d (digest text, id uuid)
  ORDER BY d.digest
  ON CONFLICT (name_digest) DO NOTHING`;

/** Outside row-level security, since the organization is the result. */
const SELECT_ORGANIZATIONS = `
  SELECT encode(name_digest, 'hex') AS digest, organization_id AS id FROM svc.organization_directory
  WHERE name_digest IN (SELECT decode(one, 'hex') FROM unnest($1::text[]) AS one)`;

/** From here on the transaction sees these organizations only. */
export async function seeOrganizations(transaction: Transaction, organizationIds: readonly string[]): Promise<void> {
  await transaction.query(SEE_ORGANIZATIONS, [`{${organizationIds.join(',')}}`]);
}

const SEE_ORGANIZATIONS = `SELECT set_config('svc.organizations', $1, true)`;

/** The head of a new organization. Its first entries make generation 1. */
export async function insertHead(transaction: Transaction, organizationId: string, nowMs: number): Promise<void> {
  const month = `${new Date(nowMs).toISOString().slice(0, 7)}-01`;
  await transaction.query(INSERT_HEAD, [organizationId, month]);
}

const INSERT_HEAD = `
  INSERT INTO svc.organization_heads (organization_id, generation, audit_seq, audit_hash, policy_set_version,
    usage_month, usage_events)
  VALUES ($1, 0, 0, decode(repeat('00', 32), 'hex'), 0, $2, 0)`;
