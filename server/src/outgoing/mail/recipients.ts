// SPDX-License-Identifier: Apache-2.0
/** The recipients, read at the time of sending: former members get nothing. */
import type { NotificationName } from '@svc/contract';
import type { Transaction } from '../../storage/db/index.ts';
import { RECIPIENTS_MAX } from './limits.ts';
import { selectMailedRoles } from './mailed-roles.ts';
import type { Language } from './text.ts';

export interface Recipient {
  /** Stays the same over all attempts. */
  id: string;
  address: string;
  /** Null when the person has chosen none. */
  language: Language | null;
}

/**
 * The members of an organization that the transaction sees, in the roles to which it has the notice mailed. An address
 * that is not proven gets nothing, and neither does a person who has turned this notice off.
 */
export async function selectMailed(
  transaction: Transaction,
  organizationId: string,
  notice: NotificationName,
): Promise<Recipient[]> {
  const roles = (await selectMailedRoles(transaction, organizationId))[notice];
  const values = [organizationId, RECIPIENTS_MAX, notice, roles];
  return (await transaction.query<AccountRow>(SELECT_MAILED, values)).map(recipientOf);
}

const SELECT_MAILED = `
  SELECT a.id, a.email, a.language FROM svc.memberships m JOIN svc.accounts a ON a.id = m.account_id
  WHERE m.organization_id = $1 AND m.role = ANY ($4::text[]) AND a.email_verified_at IS NOT NULL AND NOT a.is_demo
    AND coalesce((a.notifications ->> $3)::boolean, true)
  ORDER BY m.created_at, a.id LIMIT $2`;

/** Owners whose address is proven. They cannot turn off mails about the plan. */
export async function selectOwners(transaction: Transaction, organizationId: string): Promise<Recipient[]> {
  return (await transaction.query<AccountRow>(SELECT_OWNERS, [organizationId, RECIPIENTS_MAX])).map(recipientOf);
}

const SELECT_OWNERS = `
  SELECT a.id, a.email, a.language FROM svc.memberships m JOIN svc.accounts a ON a.id = m.account_id
  WHERE m.organization_id = $1 AND m.role = 'OWNER' AND a.email_verified_at IS NOT NULL AND NOT a.is_demo
  ORDER BY m.created_at, a.id LIMIT $2`;

/** The owners and admins who may answer what waits for a second person. They cannot turn these mails off. */
export async function selectAnswerers(
  transaction: Transaction,
  organizationId: string,
  authorId: string | null,
): Promise<Recipient[]> {
  const values = [organizationId, RECIPIENTS_MAX, authorId];
  return (await transaction.query<AccountRow>(SELECT_ANSWERERS, values)).map(recipientOf);
}

const SELECT_ANSWERERS = `
  SELECT a.id, a.email, a.language FROM svc.memberships m JOIN svc.accounts a ON a.id = m.account_id
  WHERE m.organization_id = $1 AND m.role IN ('OWNER', 'ADMIN') AND a.email_verified_at IS NOT NULL AND NOT a.is_demo
    AND a.id IS DISTINCT FROM $3::uuid
  ORDER BY m.created_at, a.id LIMIT $2`;

/** The person of an account, proven or not. An account of the demo belongs to no person. */
export async function selectAccount(transaction: Transaction, accountId: string): Promise<Recipient | null> {
  const [row] = await transaction.query<AccountRow>(SELECT_ACCOUNT, [accountId]);
  return row === undefined ? null : recipientOf(row);
}

const SELECT_ACCOUNT = `SELECT id, email, language FROM svc.accounts WHERE id = $1 AND NOT is_demo`;

interface AccountRow extends Record<string, unknown> {
  id: string;
  email: string;
  language: Language | null;
}

function recipientOf({ id, email, language }: AccountRow): Recipient {
  return { id, address: email, language };
}
