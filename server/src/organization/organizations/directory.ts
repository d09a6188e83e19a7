// SPDX-License-Identifier: Apache-2.0
/** Finds organizations by name, and enters the missing ones. Names are kept as digests. */

import { hash } from 'node:crypto';
import { queryAcross, seeOrganizations, type Transaction, uuidv7 } from '../../storage/db/index.ts';

/** Names are looked up before an organization is known. */
const DIRECTORY = ['organization_directory'];

interface FoundOrganization {
  id: string;
  isNew: boolean;
}

/**
 * Ids by name. A name outside the directory is entered with the given id, or a fresh one. When another process enters
 * it at the same moment, this waits for it and takes its id.
 */
export async function findOrganizations(
  transaction: Transaction,
  organizations: readonly { name: string; id: string | undefined }[],
  nowMs: number,
): Promise<Map<string, FoundOrganization>> {
  const digestOf = new Map(organizations.map(({ name }) => [hash('sha256', name, 'hex'), name]));
  const givenIds = new Map(organizations.map(({ name, id }) => [name, id]));
  const freshIds = new Map([...digestOf].map(([digest, name]) => [digest, givenIds.get(name) ?? uuidv7(nowMs)]));
  const drafts = [...freshIds].map(([digest, id]) => ({ digest, id }));
  await queryAcross(transaction, DIRECTORY, ENTER_ORGANIZATIONS, [JSON.stringify(drafts)]);
  const rows = await selectDigests(transaction, [...digestOf.keys()]);
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
  const rows = await selectDigests(transaction, [...digestOf.keys()]);
  return new Map(rows.map(({ digest, id }) => [digestOf.get(digest) ?? '', id] as const));
}

/** Which of these ids are there, and which were and are being deleted. */
export async function presentOrganizations(
  transaction: Transaction,
  ids: readonly string[],
): Promise<{ present: ReadonlySet<string>; ended: ReadonlySet<string> }> {
  const tables = [...DIRECTORY, 'organization_deletions'];
  const rows = await queryAcross<{ id: string; isThere: boolean }>(transaction, tables, SELECT_PRESENT, [ids]);
  const those = (isThere: boolean) => new Set(rows.filter((row) => row.isThere === isThere).map(({ id }) => id));
  return { present: those(true), ended: those(false) };
}

const SELECT_PRESENT = `
  SELECT organization_id AS id, true AS "isThere" FROM svc.organization_directory
  WHERE organization_id = ANY ($1::uuid[])
  UNION ALL
  SELECT organization_id, false FROM svc.organization_deletions WHERE organization_id = ANY ($1::uuid[])`;

const IDS_PER_PAGE = 500;

/**
 * Ids of all organizations that people see under one of these names. It changes what the transaction sees.
 */
export async function organizationsNamed(
  transaction: Transaction,
  names: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  let after: string | null = null;
  do {
    const page: { id: string }[] = await queryAcross<{ id: string }>(transaction, DIRECTORY, SELECT_IDS_AFTER, [
      after,
      IDS_PER_PAGE,
    ]);
    const ids = page.map(({ id }) => id);
    await seeOrganizations(transaction, ids);
    const rows = await transaction.query<{ name: string; id: string }>(SELECT_NAMED, [names, ids]);
    for (const { name, id } of rows) found.set(name, [...(found.get(name) ?? []), id]);
    after = page.at(-1)?.id ?? null;
  } while (after !== null);
  return found;
}

const SELECT_IDS_AFTER = `
  SELECT organization_id AS id FROM svc.organization_directory WHERE $1::uuid IS NULL OR organization_id > $1
  ORDER BY organization_id LIMIT $2`;

const SELECT_NAMED = `
  SELECT name, organization_id AS id FROM svc.organizations
  WHERE name = ANY ($1::text[]) AND organization_id = ANY ($2::uuid[])`;

/** In the order of the digests, so that two processes that enter the same names cannot deadlock. */
const ENTER_ORGANIZATIONS = `
  INSERT INTO svc.organization_directory (name_digest, organization_id)
  SELECT decode(d.digest, 'hex'), d.id FROM json_to_recordset($1) AS d (digest text, id uuid)
  ORDER BY d.digest
  ON CONFLICT (name_digest) DO NOTHING`;

function selectDigests(transaction: Transaction, digests: readonly string[]) {
  return queryAcross<{ digest: string; id: string }>(transaction, DIRECTORY, SELECT_ORGANIZATIONS, [digests]);
}

/** Over all organizations, since the organization is the result. */
const SELECT_ORGANIZATIONS = `
  SELECT encode(name_digest, 'hex') AS digest, organization_id AS id FROM svc.organization_directory
  WHERE name_digest IN (SELECT decode(one, 'hex') FROM unnest($1::text[]) AS one)`;

/**
 * Enters an organization that a person made. Its name is not unique and finds nothing. A provisioning file takes it for
 * one of its own by its id alone, or once an operator has adopted it.
 */
export async function enterOwnOrganization(transaction: Transaction, organizationId: string): Promise<void> {
  const draft = { digest: ownDigest(organizationId), id: organizationId };
  await queryAcross(transaction, DIRECTORY, ENTER_ORGANIZATIONS, [JSON.stringify([draft])]);
}

/**
 * Lets provisioning files find an organization by its name.
 * @returns the organization that they know by this name already; nothing is changed then
 */
export async function adoptByName(
  transaction: Transaction,
  organizationId: string,
  name: string,
): Promise<string | null> {
  const other = (await knownOrganizations(transaction, [name])).get(name);
  if (other !== undefined) return other;
  await transaction.query(RENAME_ENTRY, [organizationId, hash('sha256', name, 'hex')]);
  return null;
}

/** Two adoptions of one name at once: the second fails on the key, and changes nothing. */
const RENAME_ENTRY = `
  UPDATE svc.organization_directory SET name_digest = decode($2, 'hex') WHERE organization_id = $1`;

const ownDigest = (organizationId: string): string => hash('sha256', `\0${organizationId}`, 'hex');

/** From now on periodic tasks pass the organization by, or come to it again. */
export async function markBeingWritten(
  transaction: Transaction,
  organizationId: string,
  isBeingWritten: boolean,
): Promise<void> {
  await transaction.query(MARK_BEING_WRITTEN, [organizationId, isBeingWritten]);
}

const MARK_BEING_WRITTEN = `UPDATE svc.organization_directory SET being_written = $2 WHERE organization_id = $1`;
