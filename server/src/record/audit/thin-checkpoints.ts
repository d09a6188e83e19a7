// SPDX-License-Identifier: Apache-2.0
/**
 * Thins old checkpoints: all of the last week stay, then the last of each hour. The function of the database holds what
 * stays beside them: see its migration. An entry is proved by the first checkpoint that covers it, whichever that is.
 */
import type pg from 'pg';
import { everyOrganization } from '../../organization/organizations/index.ts';
import { inTransaction } from '../../storage/db/index.ts';

/** One batch holds the row that signs, for some milliseconds. */
const CHECKPOINTS_PER_BATCH_MAX = 2_000;
/** Batches of one organization in one run, so that the others get their turn. */
const BATCHES_PER_RUN_MAX = 100;

/**
 * @param signal stops between two batches
 * @returns the number of organizations with more to thin than one run does: the next run can do it at once
 * @throws AggregateError when organizations failed, after the others are done
 */
export async function thinCheckpoints(
  pool: pg.Pool,
  signal: AbortSignal,
  { rowsMax = CHECKPOINTS_PER_BATCH_MAX, batchesMax = BATCHES_PER_RUN_MAX } = {},
): Promise<number> {
  const thin = async (organizationId: string): Promise<boolean> => {
    for (let batch = 0; batch < batchesMax && !signal.aborted; batch += 1) {
      const [row] = await inTransaction(pool, [organizationId], (transaction) =>
        transaction.query<{ count: number }>(THIN, [organizationId, rowsMax]),
      );
      if ((row?.count ?? 0) < rowsMax) return true;
    }
    return false;
  };
  return await everyOrganization(pool, async (_transaction, organizationIds) => organizationIds, thin, signal);
}

const THIN = 'SELECT svc.thin_checkpoints($1, $2) AS count';
