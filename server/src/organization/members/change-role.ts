// SPDX-License-Identifier: Apache-2.0
/** Gives a member another role. */
import type { Member, Role } from '@svc/contract';
import type pg from 'pg';
import {
  type Changer,
  changeAs,
  endInvitationsOf,
  membershipChanges,
  updateRoles,
} from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { readMember } from './list-members.ts';
import { checkOwnerRemains, checkOwnersRight } from './owners.ts';

/**
 * It holds from the next request of the member on. Decisions do not depend on it, but reviews that wait do. Open
 * invitations to roles that the member may no longer give end.
 * @throws ApiError 403 for an ADMIN who makes or changes an OWNER, 404 for no member, 409 for the last owner
 */
export async function changeRole(pool: pg.Pool, changer: Changer, accountId: string, role: Role): Promise<Member> {
  const { organizationId } = changer;
  return await changeAs(pool, changer, ['OWNER', 'ADMIN'], async (transaction, { role: own }) => {
    const member = await readMember(transaction, organizationId, accountId);
    if (member === null) throw new ApiError('not_found', { message: 'The organization has no such member.' });
    if (member.role === role) return { result: member, changes: [] };
    checkOwnersRight(own, [member.role, role]);
    await checkOwnerRemains(transaction, organizationId, member, role);
    const membership = { accountId, role };
    await updateRoles(transaction, organizationId, [membership]);
    const changes = membershipChanges({
      creates: [],
      updates: [{ before: member.role, membership }],
      lastOwnerAt: null,
    });
    const ended = await endInvitationsOf(transaction, organizationId, accountId, role);
    return { result: { ...member, role }, changes: [...changes, ...ended] };
  });
}
