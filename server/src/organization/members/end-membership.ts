// SPDX-License-Identifier: Apache-2.0
/** The end of a membership, for each way out: removed by a person, by the directory or by an operator, or left. */
import { deleteMembership, type Membership } from '../../people/memberships/index.ts';
import { directorySessions } from '../../people/sessions/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import { endRights } from '../own-account/index.ts';

/**
 * Sessions that the directory started in the organization end. So do connected apps, chat links, signing keys,
 * invitations and open approvals: none of it comes back with the person. Callers see to it that an owner remains.
 * @returns the audit entries
 */
export async function endMembership(
  transaction: Transaction,
  organizationId: string,
  { accountId: id, role }: Membership,
  kind: 'member.left' | 'member.removed',
): Promise<Change[]> {
  const others = await endRights(transaction, organizationId, id, 'MEMBERSHIP');
  await transaction.query(END_VOTES, [organizationId, id]);
  await deleteMembership(transaction, organizationId, id);
  await directorySessions.endOf(transaction, organizationId, id);
  return [{ kind, subject: { type: 'member', id }, metadata: { role, before: { role } } }, ...others];
}

/** Approvals of reviews that still wait: they count no more, also when the person is a member again. */
const END_VOTES = `
  UPDATE svc.review_votes v SET counts = false
  WHERE v.organization_id = $1 AND v.account_id = $2 AND v.counts AND EXISTS (
    SELECT FROM svc.reviews r WHERE r.organization_id = $1 AND r.event_id = v.event_id AND r.status = 'PENDING'
  )`;
