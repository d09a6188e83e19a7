// SPDX-License-Identifier: Apache-2.0
/**
 * Where the directory of an organization is required, an owner remains who enters without it. Each change that could
 * take the last one away asks here, in its transaction. The row of the connection is locked last, so that of two such
 * changes at once one sees the other.
 */
import { ApiError } from '../../platform/errors/index.ts';
import { queryAcross, seeOrganizations, type Transaction } from '../../storage/db/index.ts';
import { hasFactor } from '../factors/index.ts';
import { NO_PASSWORD } from '../passwords/index.ts';

/** @throws ApiError 409 where no person would be left who enters without the directory */
export async function checkBreakGlass(transaction: Transaction, organizationId: string): Promise<void> {
  const [held] = await transaction.query<{ required: boolean }>(LOCK_CONNECTION, [organizationId]);
  if (held?.required !== true) return;
  const [left] = await transaction.query(SELECT_LEFT, [organizationId, NO_PASSWORD]);
  if (left === undefined) throw new ApiError('conflict', { message: NONE_LEFT });
}

const NONE_LEFT =
  'The sign-in by the directory is required, and no break-glass owner would be left who can enter without it: an ' +
  'owner with a password, and a second factor where the organization asks for one. Name another one first, or end ' +
  'the requirement.';

/** For a change of the account itself: in all organizations of the person. @throws ApiError 409 */
export async function checkBreakGlassOf(transaction: Transaction, accountId: string): Promise<void> {
  const listed = await queryAcross<{ id: string }>(transaction, ['membership_directory'], SELECT_OWN, [accountId]);
  const ids = listed.map(({ id }) => id);
  if (ids.length === 0) return;
  await seeOrganizations(transaction, ids);
  for (const id of ids) await checkBreakGlass(transaction, id);
}

const SELECT_OWN = `
  SELECT organization_id AS id FROM svc.membership_directory WHERE account_id = $1 ORDER BY organization_id`;

const LOCK_CONNECTION = `
  SELECT enabled AND required AS required FROM svc.sso_connections WHERE organization_id = $1 FOR NO KEY UPDATE`;

const SELECT_LEFT = `
  SELECT 1 FROM svc.memberships m
    JOIN svc.sso_connections c USING (organization_id) JOIN svc.organizations o USING (organization_id)
    JOIN svc.accounts a ON a.id = m.account_id
  WHERE m.organization_id = $1 AND m.role = 'OWNER' AND m.account_id = ANY (c.break_glass)
    AND a.password_hash <> $2 AND (NOT o.require_mfa OR ${hasFactor('m.account_id')})
  LIMIT 1`;
