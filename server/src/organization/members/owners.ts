// SPDX-License-Identifier: Apache-2.0
/** The rules of owners. They run under the lock of the organization's head, so of two last owners one is refused. */
import type { Role } from '@svc/contract';
import { selectMemberships } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import type { Transaction } from '../../storage/db/index.ts';

/** @throws ApiError 403 when one of the roles is OWNER and the caller is not */
export function checkOwnersRight(own: Role, roles: readonly Role[]): void {
  if (own !== 'OWNER' && roles.includes('OWNER')) {
    throw new ApiError('forbidden', { message: 'Only an owner makes, changes or removes an owner; ask one.' });
  }
}

/**
 * @param after the member's role after the change; null when the member goes
 * @throws ApiError 409 when no owner would remain
 */
export async function checkOwnerRemains(
  transaction: Transaction,
  organizationId: string,
  member: { id: string; role: Role },
  after: Role | null,
): Promise<void> {
  if (member.role !== 'OWNER' || after === 'OWNER') return;
  const memberships = await selectMemberships(transaction, organizationId);
  if (memberships.some(({ accountId, role }) => role === 'OWNER' && accountId !== member.id)) return;
  const message = 'This is the last owner of the organization; make another member an owner first.';
  throw new ApiError('conflict', { message });
}
