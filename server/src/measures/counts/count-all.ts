// SPDX-License-Identifier: Apache-2.0
/** Counts the events of every organization, and sums its days. */
import type pg from 'pg';
import { dueBy, everyOrganization } from '../../organization/organizations/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { countEvents } from './count-events.ts';
import { sumDays } from './days.ts';
import { forgetPastSums } from './past-sums.ts';

/**
 * Counts for every organization with new events, or with a day that is over. A failing one delays no other.
 * @param signal stops between two organizations, and between two batches of events
 * @returns the number of organizations with events or days left for the next run
 * @throws AggregateError when organizations failed, after the others are done
 */
export async function countAllEvents(pool: pg.Pool, signal: AbortSignal): Promise<number> {
  const count = async (organizationId: string): Promise<boolean> => {
    const { isComplete } = await countEvents(pool, organizationId, signal);
    if (!isComplete) return false;
    await inTransaction(pool, [organizationId], (transaction) =>
      forgetPastSums(transaction, organizationId, transaction.clock.now()),
    );
    return await sumDays(pool, organizationId, signal);
  };
  return await everyOrganization(pool, dueBy(SELECT_TO_COUNT), count, signal);
}

/** Those whose chain has grown, and each one once a day: a quiet deployment costs one query. */
const SELECT_TO_COUNT = `
  SELECT h.organization_id
  FROM svc.organization_heads h LEFT JOIN svc.count_cursors c USING (organization_id)
  WHERE h.organization_id = ANY ($1::uuid[])
    AND (h.audit_seq > COALESCE(c.counted_seq, 0) OR c.days_to < $2::timestamptz - interval '26 hours')
  ORDER BY h.organization_id`;
