// SPDX-License-Identifier: Apache-2.0
/** Whether an organization asks a member for a second factor that is not there. */
import type { Transaction } from '../../storage/db/index.ts';

/** @param account an SQL expression */
export const hasFactor = (account: string): string => `
  (EXISTS (SELECT FROM svc.account_totp t WHERE t.account_id = ${account} AND t.enabled_at IS NOT NULL)
    OR EXISTS (SELECT FROM svc.account_passkeys p WHERE p.account_id = ${account}))`;

/** True also for one who is no member. */
export async function needsFactorIn(
  transaction: Transaction,
  organizationId: string,
  accountId: string,
): Promise<boolean> {
  const [row] = await transaction.query<{ needs_factor: boolean }>(SELECT_NEEDS, [organizationId, accountId]);
  return row?.needs_factor !== false;
}

const SELECT_NEEDS = `
  SELECT o.require_mfa AND NOT ${hasFactor('m.account_id')} AS needs_factor
  FROM svc.memberships m JOIN svc.organizations o USING (organization_id)
  WHERE m.organization_id = $1 AND m.account_id = $2`;
