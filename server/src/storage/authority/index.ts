// SPDX-License-Identifier: Apache-2.0
/**
 * Owns how statements ask by what a member may answer reviews: the role, and the groups. It refuses to know reviews,
 * and who changes roles and groups.
 */

/** The names of the groups of an account in an organization, sorted. Both are places or columns. */
export const groupNames = (account: string, organization = '$1'): string => `ARRAY(
      SELECT gr.name FROM svc.group_members gm
        JOIN svc.groups gr ON gr.organization_id = gm.organization_id AND gr.id = gm.group_id
      WHERE gm.organization_id = ${organization} AND gm.account_id = ${account} ORDER BY gr.name COLLATE "C"
    )`;

/**
 * Whether an account is a member of the organization `$1` by whose role or group these approvers are met.
 * @param approvers as `core/approvers` writes them. Both are places or columns
 */
export const isApprover = (account: string, approvers: string): string => `EXISTS (
    SELECT FROM svc.memberships m
    WHERE m.organization_id = $1 AND m.account_id = ${account} AND (m.role = ANY (${approvers}) OR EXISTS (
      SELECT FROM svc.group_members gm
        JOIN svc.groups gr ON gr.organization_id = gm.organization_id AND gr.id = gm.group_id
      WHERE gm.organization_id = $1 AND gm.account_id = ${account} AND 'group:' || gr.name = ANY (${approvers})
    ))
  )`;
