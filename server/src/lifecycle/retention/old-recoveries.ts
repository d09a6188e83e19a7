// SPDX-License-Identifier: Apache-2.0
/** Deletes recoveries of webhook endpoints that ended long ago. An unfinished one stays, at any age. */
import type pg from 'pg';
import { inTransaction, queryAcross } from '../../storage/db/index.ts';

/** Long after anyone watches one. The audit chain keeps its author and its range. */
const RECOVERIES_KEPT_DAYS = 90;

/** @returns the number of deleted recoveries, at most `rowsMax` */
export async function deleteOldRecoveries(pool: pg.Pool, rowsMax: number): Promise<number> {
  const values = [pool.clock.now(), RECOVERIES_KEPT_DAYS, rowsMax];
  const tables = ['webhook_recovery_index'];
  const old = await queryAcross<{ id: string; organization_id: string }>(pool, tables, FIND_OLD, values);
  if (old.length === 0) return 0;
  let deleted = 0;
  for (const organizationId of new Set(old.map((one) => one.organization_id))) {
    const ids = old.filter((one) => one.organization_id === organizationId).map(({ id }) => id);
    deleted += await inTransaction(
      pool,
      [organizationId],
      async (transaction) => (await transaction.query(DELETE_OLD, [organizationId, ids])).length,
    );
  }
  return deleted;
}

const FIND_OLD = `
  SELECT recovery_id AS id, organization_id FROM svc.webhook_recovery_index
  WHERE is_finished AND at < $1::timestamptz - make_interval(days => $2::int) ORDER BY at LIMIT $3`;

/** Workers lock only unfinished recoveries, so this delete never waits. Two concurrent runs delete the same rows. */
const DELETE_OLD = `
  DELETE FROM svc.webhook_recoveries
  WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND finished_at IS NOT NULL RETURNING id`;
