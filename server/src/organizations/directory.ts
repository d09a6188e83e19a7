/** Finds organizations by name, and enters the missing ones. Names are kept as digests. */

import { hash } from 'node:crypto';
import { type Transaction, uuidv7 } from '../db/index.ts';

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

/** Ids by name of the organizations that are there; enters none. */
export async function knownOrganizations(
  transaction: Transaction,
  names: readonly string[],
): Promise<Map<string, string>> {
  const digestOf = new Map(names.map((name) => [hash('sha256', name, 'hex'), name]));
  const rows = await transaction.query<{ digest: string; id: string }>(SELECT_ORGANIZATIONS, [[...digestOf.keys()]]);
  return new Map(rows.map(({ digest, id }) => [digestOf.get(digest) ?? '', id] as const));
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

/**
 * Enters an organization that a person made. Its name is not unique and finds nothing: a provisioning file never takes
 * it for one of its own.
 */
export async function enterOwnOrganization(transaction: Transaction, organizationId: string): Promise<void> {
  const draft = { digest: hash('sha256', `\0${organizationId}`, 'hex'), id: organizationId };
  await transaction.query(ENTER_ORGANIZATIONS, [JSON.stringify([draft])]);
}

/** From now on periodic tasks pass the organization by, or come to it again. */
export async function markBeingWritten(
  transaction: Transaction,
  organizationId: string,
  isBeingWritten: boolean,
): Promise<void> {
  await transaction.query(MARK_BEING_WRITTEN, [organizationId, isBeingWritten]);
}

const MARK_BEING_WRITTEN = `UPDATE svc.organization_directory SET being_written = $2 WHERE organization_id = $1`;
