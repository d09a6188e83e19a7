// SPDX-License-Identifier: Apache-2.0
/** The rows of users. A change requires the lock of the organization's head. */
import { type Role, SCIM_FILTERED_USERS_MAX } from '@svc/contract';
import { emailKeyOf } from '../../people/accounts/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import { badRequest, type Filter, type FilterColumns, filterCondition, isKeyed } from '../scim-protocol/index.ts';

export interface UserRow extends Record<string, unknown> {
  id: string;
  account_id: string;
  user_name: string;
  external_id: string | null;
  email: string;
  display_name: string | null;
  formatted_name: string | null;
  given_name: string | null;
  family_name: string | null;
  waiting_groups: string[];
  created_at: Date;
  updated_at: Date;
  /** Null: not active. */
  role: Role | null;
}

const COLUMNS = `
  u.id, u.account_id, u.user_name, u.external_id, u.email, u.display_name, u.formatted_name, u.given_name,
  u.family_name, u.waiting_groups, u.created_at, u.updated_at, m.role`;

const FROM = `
  FROM svc.scim_users u
    LEFT JOIN svc.memberships m ON m.organization_id = u.organization_id AND m.account_id = u.account_id
  WHERE u.organization_id = $1 AND u.deleted_at IS NULL`;

/** Columns by attributes, in lower case. An index finds those that are unique. */
const FILTERED: FilterColumns = {
  id: { type: 'uuid', sql: 'u.id', isUnique: true },
  username: { type: 'key', sql: 'u.user_name_key', isUnique: true },
  externalid: { type: 'exact', sql: 'u.external_id', isUnique: true },
  emails: { type: 'key', sql: 'u.email_key', isUnique: true },
  'emails.value': { type: 'key', sql: 'u.email_key', isUnique: true },
  'emails.type': { type: 'text', sql: `'work'` },
  'emails.primary': { type: 'boolean', sql: 'true' },
  displayname: { type: 'text', sql: 'u.display_name' },
  'name.formatted': { type: 'text', sql: 'u.formatted_name' },
  'name.givenname': { type: 'text', sql: 'u.given_name' },
  'name.familyname': { type: 'text', sql: 'u.family_name' },
  active: { type: 'boolean', sql: '(m.role IS NOT NULL)' },
  roles: { type: 'text', sql: 'm.role' },
  'roles.value': { type: 'text', sql: 'm.role' },
  'meta.created': { type: 'moment', sql: 'u.created_at' },
  'meta.lastmodified': { type: 'moment', sql: 'u.updated_at' },
};

export async function selectUser(
  transaction: Transaction,
  organizationId: string,
  id: string,
): Promise<UserRow | null> {
  const [row] = await transaction.query<UserRow>(SELECT_ONE, [organizationId, id]);
  return row ?? null;
}

const SELECT_ONE = `SELECT ${COLUMNS} ${FROM} AND u.id = $2`;

export interface UserPage {
  rows: UserRow[];
  total: number;
}

/**
 * A page in the order in which they were made. A filter without an exact value of one user looks at a bounded number.
 * @throws ScimFault 400 `tooMany` where there are more, and `invalidFilter`
 */
export async function selectUsers(
  transaction: Transaction,
  organizationId: string,
  { filter, startIndex, count }: { filter: Filter | null; startIndex: number; count: number },
): Promise<UserPage> {
  const values: unknown[] = [organizationId];
  const from = filter === null ? FROM : `${FROM} AND ${filterCondition(filter, FILTERED, values)}`;
  if (filter !== null && !isKeyed(filter, FILTERED)) await checkFewUsers(transaction, organizationId);
  const [counted] = await transaction.queryOnce<{ total: number }>(
    filter === null ? COUNT : `SELECT count(*)::int AS total ${from}`,
    [...values],
  );
  const total = counted?.total ?? 0;
  if (count === 0 || startIndex > total) return { rows: [], total };
  const rows = await transaction.queryOnce<UserRow>(
    `SELECT ${COLUMNS} ${from} ORDER BY u.id LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
    [...values, count, startIndex - 1],
  );
  return { rows, total };
}

/** Nothing but the index of those who are listed is read. */
const COUNT = `
  SELECT count(*)::int AS total FROM svc.scim_users u WHERE u.organization_id = $1 AND u.deleted_at IS NULL`;

async function checkFewUsers(transaction: Transaction, organizationId: string): Promise<void> {
  const values = [organizationId, SCIM_FILTERED_USERS_MAX];
  if ((await transaction.query(SELECT_BEYOND, values)).length === 0) return;
  throw badRequest(
    'tooMany',
    `There are more than ${SCIM_FILTERED_USERS_MAX} users: ask for id, userName, externalId or emails.value by eq.`,
  );
}

const SELECT_BEYOND = `
  SELECT 1 FROM svc.scim_users u WHERE u.organization_id = $1 AND u.deleted_at IS NULL
  ORDER BY u.id LIMIT 1 OFFSET $2`;

export async function countUsers(
  transaction: Transaction,
  organizationId: string,
): Promise<{ users: number; activeUsers: number }> {
  const [row] = await transaction.query<{ users: number; activeUsers: number }>(COUNT_ACTIVE, [organizationId]);
  return row ?? { users: 0, activeUsers: 0 };
}

const COUNT_ACTIVE = `SELECT count(*)::int AS users, count(m.role)::int AS "activeUsers" ${FROM}`;

export type UserValues = Pick<
  UserRow,
  'user_name' | 'external_id' | 'email' | 'display_name' | 'formatted_name' | 'given_name' | 'family_name'
>;

/** The value that another user has already; null for none. @param id of the user itself, if there is one */
export async function takenValue(
  transaction: Transaction,
  organizationId: string,
  { user_name: userName, external_id: externalId, email }: UserValues,
  id: string | null,
): Promise<'userName' | 'externalId' | 'emails' | null> {
  const values = [organizationId, userName.toLowerCase(), externalId, emailKeyOf(email), id];
  const [row] = await transaction.query<{ taken: 'userName' | 'externalId' | 'emails' }>(SELECT_TAKEN, values);
  return row?.taken ?? null;
}

const SELECT_TAKEN = `
  SELECT CASE WHEN user_name_key = $2 THEN 'userName' WHEN external_id = $3 THEN 'externalId' ELSE 'emails' END AS taken
  FROM svc.scim_users
  WHERE organization_id = $1 AND id IS DISTINCT FROM $5::uuid
    AND (user_name_key = $2 OR external_id = $3 OR email_key = $4)
  LIMIT 1`;

/** The row of one who was deleted goes. */
export async function insertUser(
  transaction: Transaction,
  organizationId: string,
  { id, accountId, values }: { id: string; accountId: string; values: UserValues },
): Promise<void> {
  await transaction.query(FORGET, [organizationId, accountId]);
  await transaction.query(INSERT, [organizationId, id, accountId, ...parametersOf(values), transaction.clock.now()]);
}

const FORGET = `
  DELETE FROM svc.scim_users WHERE organization_id = $1 AND account_id = $2 AND deleted_at IS NOT NULL`;

const INSERT = `
  INSERT INTO svc.scim_users (organization_id, id, account_id, user_name, user_name_key, external_id, email, email_key,
    display_name, formatted_name, given_name, family_name, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)`;

export async function updateUser(
  transaction: Transaction,
  organizationId: string,
  { id, values, waitingGroups }: { id: string; values: UserValues; waitingGroups: readonly string[] },
): Promise<void> {
  const now = transaction.clock.now();
  await transaction.query(UPDATE, [organizationId, id, ...parametersOf(values), waitingGroups, now]);
}

const UPDATE = `
  UPDATE svc.scim_users SET user_name = $3, user_name_key = $4, external_id = $5, email = $6, email_key = $7,
    display_name = $8, formatted_name = $9, given_name = $10, family_name = $11, waiting_groups = $12, updated_at = $13
  WHERE organization_id = $1 AND id = $2`;

function parametersOf(values: UserValues): unknown[] {
  const { user_name: userName, external_id: externalId, email, display_name: displayName } = values;
  const { formatted_name: formatted, given_name: given, family_name: family } = values;
  const keys = [userName, userName.toLowerCase(), externalId, email, emailKeyOf(email)];
  return [...keys, displayName, formatted, given, family];
}

/** Nothing of the person stays but that they were deleted. */
export async function eraseUser(transaction: Transaction, organizationId: string, id: string): Promise<void> {
  await transaction.query(ERASE, [organizationId, id, transaction.clock.now()]);
}

const ERASE = `
  UPDATE svc.scim_users SET user_name = NULL, user_name_key = NULL, external_id = NULL, email = NULL, email_key = NULL,
    display_name = NULL, formatted_name = NULL, given_name = NULL, family_name = NULL, waiting_groups = '{}',
    updated_at = $3, deleted_at = $3
  WHERE organization_id = $1 AND id = $2`;
