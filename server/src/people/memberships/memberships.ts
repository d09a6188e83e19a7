// SPDX-License-Identifier: Apache-2.0
/** The members of an organization and their roles. A change requires the lock of the organization's head. */
import type { OrganizationMembership, Role } from '@svc/contract';
import type { Authority } from '@svc/core/approvers';
import type pg from 'pg';
import { groupNames } from '../../storage/authority/index.ts';
import { inTransaction, queryAcross, type Transaction } from '../../storage/db/index.ts';
import { checkBreakGlass, NEEDS_DIRECTORY } from '../entry/index.ts';

export interface Membership {
  accountId: string;
  role: Role;
}

/** Every member of the organization. */
export async function selectMemberships(transaction: Transaction, organizationId: string): Promise<Membership[]> {
  return await transaction.query<Membership & Record<string, unknown>>(SELECT_MEMBERSHIPS, [organizationId]);
}

const SELECT_MEMBERSHIPS = `
  SELECT account_id AS "accountId", role FROM svc.memberships WHERE organization_id = $1`;

/** A member as a provisioning file names them. */
export interface MemberAccount {
  email: string;
  name: string;
  role: Role;
}

/** Every member with address and name. */
export async function selectMemberAccounts(transaction: Transaction, organizationId: string): Promise<MemberAccount[]> {
  return await transaction.query<MemberAccount & Record<string, unknown>>(SELECT_MEMBER_ACCOUNTS, [organizationId]);
}

const SELECT_MEMBER_ACCOUNTS = `
  SELECT a.email, a.name, m.role FROM svc.memberships m JOIN svc.accounts a ON a.id = m.account_id
  WHERE m.organization_id = $1`;

/** Makes people members, in the table and in the directory by which a sign-in finds their organizations. */
export async function insertMemberships(
  transaction: Transaction,
  organizationId: string,
  memberships: readonly Membership[],
  atMs: number,
): Promise<void> {
  if (memberships.length === 0) return;
  const accountIds = memberships.map(({ accountId }) => accountId);
  await Promise.all([
    transaction.query(INSERT_MEMBERSHIPS, [organizationId, new Date(atMs), JSON.stringify(memberships)]),
    transaction.query(INSERT_DIRECTORY, [organizationId, accountIds]),
  ]);
}

const INSERT_MEMBERSHIPS = `
  INSERT INTO svc.memberships (organization_id, account_id, role, created_at)
  SELECT $1, d."accountId", d.role, $2 FROM json_to_recordset($3) AS d ("accountId" uuid, role text)
  RETURNING 1`;

const INSERT_DIRECTORY = `
  INSERT INTO svc.membership_directory (account_id, organization_id) SELECT unnest($2::uuid[]), $1`;

/** @throws ApiError 409 where no person would be left who enters without the required directory */
export async function updateRoles(
  transaction: Transaction,
  organizationId: string,
  memberships: readonly Membership[],
): Promise<void> {
  if (memberships.length === 0) return;
  await transaction.query(UPDATE_ROLES, [organizationId, JSON.stringify(memberships)]);
  await checkBreakGlass(transaction, organizationId);
}

const UPDATE_ROLES = `
  SELECT svc.set_role($1, d."accountId", d.role) FROM json_to_recordset($2) AS d ("accountId" uuid, role text)`;

/**
 * Ends a membership: in its table, in the directory by which a sign-in finds it, and as a person of the organization's
 * own directory.
 * @throws ApiError 409 as above
 */
export async function deleteMembership(
  transaction: Transaction,
  organizationId: string,
  accountId: string,
): Promise<void> {
  await Promise.all(
    ['memberships', 'membership_directory', 'sso_identities', 'group_members'].map((table) =>
      transaction.query(`DELETE FROM svc.${table} WHERE organization_id = $1 AND account_id = $2`, [
        organizationId,
        accountId,
      ]),
    ),
  );
  await checkBreakGlass(transaction, organizationId);
}

/** Locks the account, and counts its memberships. Another transaction that counts them waits for this one. */
export async function lockMembershipCount(transaction: Transaction, accountId: string): Promise<number> {
  await transaction.query(`SELECT 1 FROM svc.accounts WHERE id = $1 FOR NO KEY UPDATE`, [accountId]);
  const [row] = await queryAcross<{ count: number }>(transaction, DIRECTORY, COUNT_MEMBERSHIPS, [accountId]);
  return row?.count ?? 0;
}

/** Read over all organizations of a person. */
const DIRECTORY = ['membership_directory'];
const COUNT_MEMBERSHIPS = `SELECT count(*)::int AS count FROM svc.membership_directory WHERE account_id = $1`;

/** The role of a person in the organization, or null. Under the head's lock it cannot change meanwhile. */
export async function selectRole(
  transaction: Transaction,
  organizationId: string,
  accountId: string,
): Promise<Role | null> {
  const [membership] = await transaction.query<{ role: Role }>(SELECT_ROLE, [organizationId, accountId]);
  return membership?.role ?? null;
}

/** The same with the groups that the person is in. */
export async function selectAuthority(
  transaction: Transaction,
  organizationId: string,
  accountId: string,
): Promise<Authority | null> {
  const [found] = await transaction.query<Authority & Record<string, unknown>>(SELECT_AUTHORITY, [
    organizationId,
    accountId,
  ]);
  return found ?? null;
}

const SELECT_AUTHORITY = `
  SELECT m.role, ${groupNames('$2')} AS groups FROM svc.memberships m
  WHERE m.organization_id = $1 AND m.account_id = $2`;

/** That of every member. */
export async function selectAuthorities(transaction: Transaction, organizationId: string): Promise<Authority[]> {
  return await transaction.query<Authority & Record<string, unknown>>(SELECT_AUTHORITIES, [organizationId]);
}

const SELECT_AUTHORITIES = `
  SELECT m.role, ${groupNames('m.account_id')} AS groups FROM svc.memberships m WHERE m.organization_id = $1`;

const SELECT_ROLE = `SELECT role FROM svc.memberships WHERE organization_id = $1 AND account_id = $2`;

export interface ListedMembership extends OrganizationMembership {
  /** A session by password or passkey may not enter. */
  needsDirectory: boolean;
}

/** Every organization of a person, the earliest membership first. */
export async function membershipsOf(pool: pg.Pool, accountId: string): Promise<ListedMembership[]> {
  const listed = await queryAcross<{ organization_id: string }>(pool, DIRECTORY, SELECT_DIRECTORY, [accountId]);
  if (listed.length === 0) return [];
  const organizationIds = listed.map((row) => row.organization_id);
  return await inTransaction(pool, organizationIds, (transaction) =>
    transaction.query<ListedMembership & Record<string, unknown>>(SELECT_OF_PERSON, [accountId, organizationIds]),
  );
}

/** Ids only: the named organizations are read under row-level security. */
const SELECT_DIRECTORY = `SELECT organization_id FROM svc.membership_directory WHERE account_id = $1`;

const SELECT_OF_PERSON = `
  SELECT o.organization_id AS id, o.name, m.role, ${NEEDS_DIRECTORY} AS "needsDirectory"
  FROM svc.memberships m JOIN svc.organizations o USING (organization_id)
    LEFT JOIN svc.sso_connections c USING (organization_id)
  WHERE m.organization_id = ANY ($2::uuid[]) AND m.account_id = $1
  ORDER BY m.created_at, o.name COLLATE "C"`;

/** A person by their session. */
export interface Entrant {
  accountId: string;
  /** The one organization of a session that came by its directory; null for other sessions. */
  directoryOf: string | null;
}

/** The organizations that a session may enter, the earliest membership first. */
export async function enterable(pool: pg.Pool, { accountId, directoryOf }: Entrant): Promise<ListedMembership[]> {
  const listed = await membershipsOf(pool, accountId);
  return listed.filter(({ id, needsDirectory }) => (directoryOf === null ? !needsDirectory : id === directoryOf));
}
