// SPDX-License-Identifier: Apache-2.0
/** People whom the directory names by SCIM, as a sign-in asks of them. */
import { emailKeyOf } from '../../people/accounts/index.ts';
import { selectRole } from '../../people/memberships/index.ts';
import type { Transaction } from '../../storage/db/index.ts';

/** The account of a person by their id in the directory, else by the address that the directory gave. */
export async function selectNamed(
  transaction: Transaction,
  organizationId: string,
  { subject, email }: { subject: string; email: string },
): Promise<string | null> {
  const [row] = await transaction.query<{ id: string }>(SELECT_NAMED, [organizationId, subject, emailKeyOf(email)]);
  return row?.id ?? null;
}

const SELECT_NAMED = `
  SELECT account_id AS id FROM svc.scim_users
  WHERE organization_id = $1 AND (external_id = $2 OR email_key = $3)
  ORDER BY external_id IS NOT DISTINCT FROM $2 DESC LIMIT 1`;

/**
 * Whether the directory names the person by SCIM, and lets them in. Then their role comes from there, and no sign-in
 * changes it. One who was deleted there is not let in again by a sign-in.
 * @returns null for a person whom it does not name
 */
export async function stateOfNamed(
  transaction: Transaction,
  organizationId: string,
  accountId: string,
): Promise<'ACTIVE' | 'ENDED' | null> {
  const [row] = await transaction.query<{ deleted: boolean }>(SELECT_STATE, [organizationId, accountId]);
  if (row === undefined) return null;
  const isMember = (await selectRole(transaction, organizationId, accountId)) !== null;
  if (!isMember) return 'ENDED';
  return row.deleted ? null : 'ACTIVE';
}

const SELECT_STATE = `
  SELECT deleted_at IS NOT NULL AS deleted FROM svc.scim_users WHERE organization_id = $1 AND account_id = $2`;
