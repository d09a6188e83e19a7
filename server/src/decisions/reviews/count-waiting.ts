// SPDX-License-Identifier: Apache-2.0
/** How many live reviews wait for a person, in each of their organizations. */

import type { WaitingReviews } from '@svc/contract';
import { WAITING_REVIEWS_COUNTED_MAX } from '@svc/contract/limits';
import { type Authority, approversFrom } from '@svc/core/approvers';
import type pg from 'pg';
import { hasFactor } from '../../people/factors/index.ts';
import { type Entrant, enterable } from '../../people/memberships/index.ts';
import { groupNames } from '../../storage/authority/index.ts';
import { inTransaction } from '../../storage/db/index.ts';

/**
 * Only those that the person's role may resolve, and that they have not approved yet. An organization that waits
 * for the person's second factor is left out, and one that this session may not enter.
 */
export async function countWaitingReviews(pool: pg.Pool, entrant: Entrant, nowMs: number): Promise<WaitingReviews> {
  const { accountId, directoryOf } = entrant;
  const organizationIds = (await enterable(pool, entrant)).map(({ id }) => id);
  if (organizationIds.length === 0) return { items: [] };
  const items = await inTransaction(pool, organizationIds, async (transaction) => {
    const memberships = await transaction.query<Authority & { id: string }>(SELECT_LET_IN, [
      accountId,
      organizationIds,
      directoryOf !== null,
    ]);
    return await Promise.all(
      memberships.map(async ({ id, role, groups }) => {
        const values = [id, approversFrom([role], groups), new Date(nowMs), WAITING_REVIEWS_COUNTED_MAX, accountId];
        const [counted] = await transaction.query<{ waiting: number }>(COUNT_WAITING, values);
        return { organizationId: id, waiting: counted?.waiting ?? 0 };
      }),
    );
  });
  return { items };
}

const SELECT_LET_IN = `
  SELECT m.organization_id AS id, m.role, ${groupNames('$1', 'm.organization_id')} AS groups
  FROM svc.memberships m JOIN svc.organizations o USING (organization_id)
  WHERE m.account_id = $1 AND m.organization_id = ANY ($2::uuid[]) AND (
    NOT o.require_mfa OR $3
    OR ${hasFactor('$1')}
  )
  ORDER BY m.created_at`;

/** Each count stops at its bound, however many wait. */
const COUNT_WAITING = `
  SELECT count(*)::int AS waiting FROM (
    SELECT FROM svc.reviews r
    WHERE organization_id = $1 AND NOT sandbox AND status = 'PENDING' AND expires_at > $3 AND $2::text[] && may_resolve
      AND NOT (r.approvals_needed > 1 AND EXISTS (
        SELECT FROM svc.review_votes v
        WHERE v.organization_id = $1 AND v.event_id = r.event_id AND v.account_id = $5 AND v.counts
      ))
    LIMIT $4
  ) bounded`;
