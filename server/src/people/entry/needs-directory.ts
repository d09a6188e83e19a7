// SPDX-License-Identifier: Apache-2.0
import type { Transaction } from '../../storage/db/index.ts';

/**
 * Whether a session by password or passkey may not enter: of a membership `m`, and the connection `c` of its
 * organization, if there is one. Owners of the break-glass list enter by any sign-in.
 */
export const NEEDS_DIRECTORY = `COALESCE(
    c.enabled AND c.required AND NOT (m.role = 'OWNER' AND m.account_id = ANY (c.break_glass)), false)`;

/** Whether a member may enter by the directory of the organization alone. */
export async function needsDirectoryIn(
  transaction: Transaction,
  organizationId: string,
  accountId: string,
): Promise<boolean> {
  const [row] = await transaction.query<{ needs: boolean }>(SELECT_NEEDS, [organizationId, accountId]);
  return row?.needs === true;
}

const SELECT_NEEDS = `
  SELECT ${NEEDS_DIRECTORY} AS needs
  FROM svc.memberships m LEFT JOIN svc.sso_connections c USING (organization_id)
  WHERE m.organization_id = $1 AND m.account_id = $2`;
