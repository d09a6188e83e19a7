// SPDX-License-Identifier: Apache-2.0
/** Open invitations last no longer than the right of the person who sent them. */
import type { Role } from '@svc/contract';
import type { Transaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';

/** The roles that a person with this role may give. */
export const GIVEN_ROLES: Readonly<Record<Role, readonly Role[]>> = {
  OWNER: ['OWNER', 'ADMIN', 'MEMBER'],
  ADMIN: ['ADMIN', 'MEMBER'],
  MEMBER: [],
};

/**
 * Ends the open invitations of a person to roles that they may no longer give, under the head's lock.
 * @param left the role that the person still has; null for none
 * @returns an entry for each that was not over
 */
export async function endInvitationsOf(
  transaction: Transaction,
  organizationId: string,
  accountId: string,
  left: Role | null = null,
): Promise<Change[]> {
  const values = [organizationId, accountId, transaction.clock.now(), left === null ? [] : GIVEN_ROLES[left]];
  const ended = await transaction.query<EndedRow>(END_INVITATIONS, values);
  const inOrder = ended.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (ended.length > 0) await transaction.query(END_LINKS, [organizationId, inOrder.map(({ id }) => id)]);
  return inOrder.flatMap(({ id, role, is_open: isOpen }) =>
    isOpen ? [{ kind: 'invitation.revoked', subject: { type: 'invitation', id }, metadata: { role } }] : [],
  );
}

interface EndedRow extends Record<string, unknown> {
  id: string;
  role: Role;
  is_open: boolean;
}

const END_INVITATIONS = `
  DELETE FROM svc.invitations WHERE organization_id = $1 AND invited_by = $2 AND role <> ALL ($4::text[])
  RETURNING id, role, expires_at > $3::timestamptz AS is_open`;

const END_LINKS = `
  DELETE FROM svc.invitation_directory WHERE organization_id = $1 AND invitation_id = ANY ($2::uuid[])`;
