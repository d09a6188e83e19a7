// SPDX-License-Identifier: Apache-2.0
/** The membership of a person follows what their directory says: groups at each sign-in, or SCIM. */
import type { Role } from '@svc/contract';
import {
  endInvitationsOf,
  insertMemberships,
  membershipChanges,
  selectRole,
  updateRoles,
} from '../../people/memberships/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import { endMembership } from './end-membership.ts';
import { checkOwnerRemains } from './owners.ts';

/**
 * @throws ApiError 409 for the last owner, and for the last one who enters without the directory
 * @returns the audit entries
 */
export async function followRole(
  transaction: Transaction,
  organizationId: string,
  accountId: string,
  role: Role,
): Promise<Change[]> {
  const before = await selectRole(transaction, organizationId, accountId);
  const membership = { accountId, role };
  if (before === role) return [];
  if (before === null) {
    await insertMemberships(transaction, organizationId, [membership], transaction.clock.nowMs());
    return membershipChanges({ creates: [membership], updates: [], lastOwnerAt: null });
  }
  await checkOwnerRemains(transaction, organizationId, { id: accountId, role: before }, role);
  await updateRoles(transaction, organizationId, [membership]);
  const changes = membershipChanges({ creates: [], updates: [{ before, membership }], lastOwnerAt: null });
  return [...changes, ...(await endInvitationsOf(transaction, organizationId, accountId, role))];
}

/**
 * Takes out a person without a group that gives a role, or whom the directory ends.
 * @throws ApiError 409 as above
 * @returns the audit entries; none for a person who is no member
 */
export async function takeOut(transaction: Transaction, organizationId: string, id: string): Promise<Change[]> {
  const role = await selectRole(transaction, organizationId, id);
  if (role === null) return [];
  await checkOwnerRemains(transaction, organizationId, { id, role }, null);
  return await endMembership(transaction, organizationId, { accountId: id, role }, 'member.removed');
}
