// SPDX-License-Identifier: Apache-2.0
/** How many live reviews wait for a person, in each of their organizations. */
import type { WaitingReviews } from '@svc/contract';
import { WAITING_REVIEWS_COUNTED_MAX } from '@svc/contract/limits';
import type pg from 'pg';
import { hasFactor } from '../../people/factors/index.ts';
import { membershipsOf } from '../../people/memberships/index.ts';
import { inTransaction } from '../../storage/db/index.ts';

/**
 * Only those that the person's role may resolve. An organization that waits for the person's second factor is left out.
 */
export async function countWaitingReviews(pool: pg.Pool, accountId: string, nowMs: number): Promise<WaitingReviews> {
  const organizationIds = (await membershipsOf(pool, accountId)).map(({ id }) => id);
  if (organizationIds.length === 0) return { items: [] };
  const items = await inTransaction(pool, organizationIds, (transaction) =>
    transaction.query<WaitingReviews['items'][number] & Record<string, unknown>>(COUNT_WAITING, [
      accountId,
      new Date(nowMs),
      WAITING_REVIEWS_COUNTED_MAX,
    ]),
  );
  return { items };
}

/** Each count stops at its bound, however many wait. */
const COUNT_WAITING = `
  SELECT m.organization_id AS "organizationId", waiting.count AS waiting
  FROM svc.memberships m JOIN svc.organizations o USING (organization_id),
    LATERAL (
      SELECT count(*)::int FROM (
        SELECT FROM svc.reviews r
        WHERE r.organization_id = m.organization_id AND NOT r.sandbox AND r.status = 'PENDING' AND r.expires_at > $2
          AND m.role = ANY (r.may_resolve)
        LIMIT $3
      ) bounded
    ) waiting
  WHERE m.account_id = $1 AND (
    NOT o.require_mfa
    OR ${hasFactor('$1')}
  )
  ORDER BY m.created_at`;
