// SPDX-License-Identifier: Apache-2.0
/** Ends a membership: an owner or admin removes a member, or a member leaves. */
import { ROLES } from '@svc/contract';
import type pg from 'pg';
import { type Changer, changeAs } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { endMembership } from './end-membership.ts';
import { readMember } from './list-members.ts';
import { checkOwnerRemains, checkOwnersRight } from './owners.ts';

/**
 * The person's sessions no longer reach the organization from the next request on. The account stays; what the person
 * had here ends as `endMembership` says.
 * @throws ApiError 403 without the right, 404 for no member, 409 for the last owner
 */
export async function removeMember(pool: pg.Pool, changer: Changer, accountId: string): Promise<void> {
  const { organizationId } = changer;
  const isLeaving = accountId === changer.accountId;
  await changeAs(pool, changer, ROLES, async (transaction, { role: own }) => {
    const member = await readMember(transaction, organizationId, accountId);
    if (member === null) throw new ApiError('not_found', { message: 'The organization has no such member.' });
    if (own === 'MEMBER' && !isLeaving) {
      throw new ApiError('forbidden', { message: 'Your role may remove only yourself; ask an owner or admin.' });
    }
    const { role } = member;
    checkOwnersRight(own, [role]);
    await checkOwnerRemains(transaction, organizationId, member, null);
    const kind = isLeaving ? 'member.left' : 'member.removed';
    const changes = await endMembership(transaction, organizationId, { accountId, role }, kind);
    return { result: undefined, changes };
  });
}
