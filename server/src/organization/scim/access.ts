// SPDX-License-Identifier: Apache-2.0
/** A user gets access to the organization, or loses it at once. Both run under the head's lock. */
import type { Transaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import { changeMembers, selectGroupsOf } from '../groups/index.ts';
import { followRole, takeOut } from '../members/index.ts';
import { roleOfValues } from './roles.ts';
import type { UserRow } from './user-rows.ts';

interface Followed {
  changes: Change[];
  /** Groups of the directory that the person comes back to. */
  waitingGroups: readonly string[];
}

/**
 * A member stays one; with roles, theirs becomes the highest of them. Another person becomes a member, and is in the
 * groups again that the directory did not take them out of.
 * @throws ApiError 409 for the last owner @throws ScimFault 400
 */
export async function enter(
  transaction: Transaction,
  organizationId: string,
  { account_id: accountId, role: before, waiting_groups: waiting }: UserRow,
  roles: readonly string[] | null,
): Promise<Followed> {
  if (before !== null && roles === null) return { changes: [], waitingGroups: waiting };
  const role = await roleOfValues(transaction, organizationId, roles);
  const changes = await followRole(transaction, organizationId, accountId, role);
  for (const group of await selectWaiting(transaction, organizationId, waiting)) {
    changes.push(...(await changeMembers(transaction, organizationId, group, { add: [accountId] })));
  }
  return { changes, waitingGroups: [] };
}

/** @throws ApiError 409 for the last owner, and for the last one who enters without a required directory */
export async function leave(
  transaction: Transaction,
  organizationId: string,
  { account_id: accountId, role, waiting_groups: waiting }: UserRow,
): Promise<Followed> {
  if (role === null) return { changes: [], waitingGroups: waiting };
  const groups = await selectGroupsOf(transaction, organizationId, accountId);
  const changes = await takeOut(transaction, organizationId, accountId);
  return { changes, waitingGroups: groups.filter(({ source }) => source === 'SCIM').map(({ id }) => id) };
}

async function selectWaiting(
  transaction: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return ids.length === 0 ? [] : await transaction.query(SELECT_WAITING, [organizationId, ids]);
}

const SELECT_WAITING = `
  SELECT id, name FROM svc.groups
  WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND source = 'SCIM' ORDER BY id`;
