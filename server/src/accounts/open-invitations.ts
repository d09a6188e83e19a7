/** Open invitations last no longer than the right of the person who sent them. */
import type { Role } from '@svc/contract';
import type { Transaction } from '../db/index.ts';
import type { Change } from '../heads/index.ts';

/** Ends the open invitations of a person, under the head's lock. @returns an entry for each that was not over */
export async function endInvitationsOf(
  transaction: Transaction,
  organizationId: string,
  accountId: string,
): Promise<Change[]> {
  const values = [organizationId, accountId, transaction.clock.now()];
  const ended = await transaction.query<EndedRow>(END_INVITATIONS, values);
  return ended.flatMap(({ id, role, is_open: isOpen }) =>
    isOpen ? [{ kind: 'invitation.revoked', subject: { type: 'invitation', id }, metadata: { role } }] : [],
  );
}

interface EndedRow extends Record<string, unknown> {
  id: string;
  role: Role;
  is_open: boolean;
}

/** In both tables, so that neither can be forgotten. */
const END_INVITATIONS = `
  WITH ended AS (
    DELETE FROM svc.invitations WHERE organization_id = $1 AND invited_by = $2
    RETURNING organization_id, id, role, expires_at > $3::timestamptz AS is_open
  ), links AS (
    DELETE FROM svc.invitation_directory d USING ended e
    WHERE d.organization_id = e.organization_id AND d.invitation_id = e.id
  )
  SELECT id, role, is_open FROM ended ORDER BY id`;
