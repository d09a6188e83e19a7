// SPDX-License-Identifier: Apache-2.0
/** Groups of the directory, and their members by the ids of users. */
import type { Transaction } from '../../storage/db/index.ts';
import type { GroupRow } from '../groups/index.ts';
import { type Filter, type FilterColumns, filterCondition } from '../scim-protocol/index.ts';

export type ScimGroupRow = Pick<
  GroupRow,
  'id' | 'name' | 'source' | 'claim_value' | 'external_id' | 'created_at' | 'updated_at' | 'members'
> &
  Record<string, unknown>;

const IS_MEMBER = `EXISTS (
    SELECT FROM svc.group_members gm JOIN svc.scim_users u
      ON u.organization_id = gm.organization_id AND u.account_id = gm.account_id
    WHERE gm.organization_id = $1 AND gm.group_id = g.id AND u.id = ?
  )`;

/** An organization has a bounded number of groups: a filter looks at them all. */
const FILTERED: FilterColumns = {
  id: { type: 'uuid', sql: 'g.id' },
  displayname: { type: 'text', sql: 'g.name' },
  externalid: { type: 'exact', sql: 'g.external_id' },
  members: { type: 'among', sql: IS_MEMBER },
  'members.value': { type: 'among', sql: IS_MEMBER },
  'meta.created': { type: 'moment', sql: 'g.created_at' },
  'meta.lastmodified': { type: 'moment', sql: 'g.updated_at' },
};

const COLUMNS = `
  g.id, g.name, g.source, g.claim_value, g.external_id, g.created_at, g.updated_at, (
    SELECT count(*)::int FROM svc.group_members m WHERE m.organization_id = $1 AND m.group_id = g.id
  ) AS members`;
const FROM = `
  FROM svc.groups g WHERE g.organization_id = $1 AND g.source = 'SCIM'`;

export async function selectScimGroup(
  transaction: Transaction,
  organizationId: string,
  id: string,
): Promise<ScimGroupRow | null> {
  const [row] = await transaction.query<ScimGroupRow>(SELECT_ONE, [organizationId, id]);
  return row ?? null;
}

const SELECT_ONE = `SELECT ${COLUMNS} ${FROM} AND g.id = $2`;

/** A page in the order in which they were made. @throws ScimFault 400 `invalidFilter` */
export async function selectScimGroups(
  transaction: Transaction,
  organizationId: string,
  { filter, startIndex, count }: { filter: Filter | null; startIndex: number; count: number },
): Promise<{ rows: ScimGroupRow[]; total: number }> {
  const values: unknown[] = [organizationId];
  const condition = filter === null ? '' : ` AND ${filterCondition(filter, FILTERED, values)}`;
  const [counted] = await transaction.queryOnce<{ total: number }>(
    `SELECT count(*)::int AS total ${FROM}${condition}`,
    [...values],
  );
  const total = counted?.total ?? 0;
  if (count === 0 || startIndex > total) return { rows: [], total };
  const rows = await transaction.queryOnce<ScimGroupRow>(
    `SELECT ${COLUMNS} ${FROM}${condition} ORDER BY g.id LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
    [...values, count, startIndex - 1],
  );
  return { rows, total };
}

export interface GroupUser extends Record<string, unknown> {
  group: string;
  id: string;
  display: string | null;
}

/** The users in these groups, in the order of their ids. */
export async function selectGroupUsers(
  transaction: Transaction,
  organizationId: string,
  groupIds: readonly string[],
  limit: number,
): Promise<GroupUser[]> {
  return await transaction.query<GroupUser>(SELECT_USERS, [organizationId, groupIds, limit]);
}

const SELECT_USERS = `
  SELECT m.group_id AS group, u.id, u.display_name AS display
  FROM svc.group_members m
    JOIN svc.scim_users u ON u.organization_id = m.organization_id AND u.account_id = m.account_id
  WHERE m.organization_id = $1 AND m.group_id = ANY ($2::uuid[]) AND u.deleted_at IS NULL
  ORDER BY m.group_id, u.id LIMIT $3`;

export interface NamedUser extends Record<string, unknown> {
  id: string;
  account_id: string;
  active: boolean;
}

/** Users of the organization by their ids; others are left out. */
export async function selectNamedUsers(
  transaction: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<NamedUser[]> {
  return ids.length === 0 ? [] : await transaction.query<NamedUser>(SELECT_NAMED, [organizationId, ids]);
}

const SELECT_NAMED = `
  SELECT u.id, u.account_id, m.role IS NOT NULL AS active
  FROM svc.scim_users u
    LEFT JOIN svc.memberships m ON m.organization_id = u.organization_id AND m.account_id = u.account_id
  WHERE u.organization_id = $1 AND u.id = ANY ($2::uuid[]) AND u.deleted_at IS NULL`;

/** Users who are not active come to a group, or go, when they are active again. */
export async function changeWaiting(
  transaction: Transaction,
  organizationId: string,
  groupId: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  if (remove.length > 0) await transaction.query(WAIT_NO_MORE, [organizationId, groupId, remove]);
  if (add.length > 0) await transaction.query(WAIT, [organizationId, groupId, add]);
}

const WAIT = `
  UPDATE svc.scim_users SET waiting_groups = array_append(waiting_groups, $2::uuid)
  WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND NOT $2::uuid = ANY (waiting_groups)`;

const WAIT_NO_MORE = `
  UPDATE svc.scim_users SET waiting_groups = array_remove(waiting_groups, $2::uuid)
  WHERE organization_id = $1 AND id = ANY ($3::uuid[])`;

/** For a group whose members are sent as a whole. */
export async function clearWaiting(transaction: Transaction, organizationId: string, groupId: string): Promise<void> {
  await transaction.query(CLEAR, [organizationId, groupId]);
}

const CLEAR = `
  UPDATE svc.scim_users SET waiting_groups = array_remove(waiting_groups, $2::uuid)
  WHERE organization_id = $1 AND waiting_groups <> '{}' AND $2::uuid = ANY (waiting_groups)`;
