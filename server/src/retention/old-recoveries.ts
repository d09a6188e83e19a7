/** Deletes recoveries of webhook endpoints that ended long ago. An unfinished one stays, at any age. */
import type { Transaction } from '../db/index.ts';

/** Long after anyone watches one. The audit chain keeps its author and its range. */
const RECOVERIES_KEPT_DAYS = 90;

/** @returns the number of deleted recoveries, at most `rowsMax` */
export async function deleteOldRecoveries(transaction: Transaction, nowMs: number, rowsMax: number): Promise<number> {
  const rows = await transaction.query(DELETE_OLD, [new Date(nowMs), RECOVERIES_KEPT_DAYS, rowsMax]);
  return rows.length;
}

/** Workers lock only unfinished recoveries, so this delete never waits. Two concurrent runs delete the same rows. */
const DELETE_OLD = `
  DELETE FROM svc.webhook_recoveries WHERE id IN (
    SELECT id FROM svc.webhook_recoveries WHERE finished_at < $1::timestamptz - make_interval(days => $2::int)
    ORDER BY finished_at LIMIT $3
  )
  RETURNING id`;
