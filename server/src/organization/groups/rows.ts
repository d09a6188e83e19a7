// SPDX-License-Identifier: Apache-2.0
/** The rows of groups. A change requires the lock of the organization's head. */
import type { GroupSource } from '@svc/contract';
import type { Page } from '../../platform/pagination/index.ts';
import { conditionsOf, type Transaction } from '../../storage/db/index.ts';
import { contains } from '../../storage/lists/index.ts';

export interface GroupRow extends Record<string, unknown> {
  id: string;
  name: string;
  source: GroupSource;
  claim_value: string | null;
  /** Its id in the directory; null where the directory gave none. */
  external_id: string | null;
  created_at: Date;
  updated_at: Date;
  members: number;
}

/** All of them, in the order of their names. */
export async function selectGroups(transaction: Transaction, organizationId: string): Promise<GroupRow[]> {
  return await transaction.query<GroupRow>(SELECT_ALL, [organizationId]);
}

/**
 * The oldest first, one more than the page has.
 * @param search part of a name; undefined for any
 */
export async function selectPage(
  transaction: Transaction,
  organizationId: string,
  page: Page,
  search: string | undefined,
): Promise<GroupRow[]> {
  const { text, values } = conditionsOf(
    [organizationId, page.limit + 1],
    [
      [page.after, (place) => `g.id > ${place}::uuid`],
      [search, (place) => `(${contains(place, 'g.name')})`],
    ],
  );
  return await transaction.queryOnce<GroupRow>(`${SELECT} AND ${text} ORDER BY g.id LIMIT $2`, values);
}

const NAME = `g.name COLLATE "C"`;

const SELECT = `
  SELECT g.id, g.name, g.source, g.claim_value, g.external_id, g.created_at, g.updated_at, (
    SELECT count(*)::int FROM svc.group_members m WHERE m.organization_id = $1 AND m.group_id = g.id
  ) AS members
  FROM svc.groups g WHERE g.organization_id = $1`;

const SELECT_ALL = `${SELECT} ORDER BY ${NAME}`;

/** @returns null for no group of the organization */
export async function selectGroup(
  transaction: Transaction,
  organizationId: string,
  id: string,
): Promise<GroupRow | null> {
  const [row] = await transaction.query<GroupRow>(SELECT_ONE, [organizationId, id]);
  return row ?? null;
}

const SELECT_ONE = `${SELECT} AND g.id = $2`;

/** The ids of the accounts in it, in the order of ids. @param limit the most that are read */
export async function selectGroupMembers(
  transaction: Transaction,
  organizationId: string,
  groupId: string,
  limit: number,
): Promise<string[]> {
  const rows = await transaction.query<{ id: string }>(SELECT_MEMBERS, [organizationId, groupId, limit]);
  return rows.map(({ id }) => id);
}

const SELECT_MEMBERS = `
  SELECT account_id AS id FROM svc.group_members WHERE organization_id = $1 AND group_id = $2
  ORDER BY account_id LIMIT $3`;

/** The groups of a member, by name. */
export async function selectGroupsOf(
  transaction: Transaction,
  organizationId: string,
  accountId: string,
): Promise<{ id: string; name: string; source: GroupSource; claim_value: string | null }[]> {
  return await transaction.query(SELECT_OF_MEMBER, [organizationId, accountId]);
}

const SELECT_OF_MEMBER = `
  SELECT g.id, g.name, g.source, g.claim_value FROM svc.group_members m
    JOIN svc.groups g ON g.organization_id = m.organization_id AND g.id = m.group_id
  WHERE m.organization_id = $1 AND m.account_id = $2 ORDER BY ${NAME}`;

export type NewGroup = Pick<GroupRow, 'id' | 'name' | 'source' | 'claim_value' | 'external_id'>;

export async function insertGroup(transaction: Transaction, organizationId: string, group: NewGroup): Promise<void> {
  const { id, name, source, claim_value: claimValue, external_id: externalId } = group;
  const values = [organizationId, id, name, source, claimValue, externalId, transaction.clock.now()];
  await transaction.query(INSERT, values);
}

const INSERT = `
  INSERT INTO svc.groups (organization_id, id, name, source, claim_value, external_id, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`;

export async function writeGroup(
  transaction: Transaction,
  organizationId: string,
  { id, name, claim_value: claimValue, external_id: externalId }: NewGroup,
): Promise<void> {
  await transaction.query(UPDATE, [organizationId, id, name, claimValue, externalId, transaction.clock.now()]);
}

const UPDATE = `
  UPDATE svc.groups SET name = $3, claim_value = $4, external_id = $5, updated_at = $6
  WHERE organization_id = $1 AND id = $2`;

export async function deleteGroupRows(transaction: Transaction, organizationId: string, id: string): Promise<void> {
  await transaction.query(`DELETE FROM svc.group_members WHERE organization_id = $1 AND group_id = $2`, [
    organizationId,
    id,
  ]);
  await transaction.query(`DELETE FROM svc.groups WHERE organization_id = $1 AND id = $2`, [organizationId, id]);
}

/** @returns those who were members of the organization and not yet in the group */
export async function insertGroupMembers(
  transaction: Transaction,
  organizationId: string,
  groupId: string,
  accountIds: readonly string[],
): Promise<string[]> {
  const values = [organizationId, groupId, accountIds, transaction.clock.now()];
  const rows = await transaction.query<{ id: string }>(INSERT_MEMBERS, values);
  return rows.map(({ id }) => id).sort();
}

const INSERT_MEMBERS = `
  INSERT INTO svc.group_members (organization_id, group_id, account_id, created_at)
  SELECT $1, $2, m.account_id, $4 FROM svc.memberships m
  WHERE m.organization_id = $1 AND m.account_id = ANY ($3::uuid[])
  ON CONFLICT DO NOTHING RETURNING account_id AS id`;

/** @returns those who were in it */
export async function deleteGroupMembers(
  transaction: Transaction,
  organizationId: string,
  groupId: string,
  accountIds: readonly string[],
): Promise<string[]> {
  const rows = await transaction.query<{ id: string }>(DELETE_MEMBERS, [organizationId, groupId, accountIds]);
  return rows.map(({ id }) => id).sort();
}

const DELETE_MEMBERS = `
  DELETE FROM svc.group_members WHERE organization_id = $1 AND group_id = $2 AND account_id = ANY ($3::uuid[])
  RETURNING account_id AS id`;
