/** Deletes recoveries of webhook endpoints that ended long ago. One that is under way stays, however old it is. */
import type { Transaction } from '../db/index.ts';

/** Long after anybody watches one. Who began it, and of which range, stays in the audit chain. */
const RECOVERIES_KEPT_DAYS = 90;

/** @returns how many it deleted, at most `rowsMax` */
export async function deleteOldRecoveries(transaction: Transaction, nowMs: number, rowsMax: number): Promise<number> {
  const rows = await transaction.query(DELETE_OLD, [new Date(nowMs), RECOVERIES_KEPT_DAYS, rowsMax]);
  return rows.length;
}

/** Whoever goes on with a recovery holds an unfinished one: nobody is waited for. Two at once delete the same rows. */
const DELETE_OLD = `
  DELETE FROM svc.webhook_recoveries WHERE id IN (
    SELECT id FROM svc.webhook_recoveries WHERE finished_at < $1::timestamptz - make_interval(days => $2::int)
    ORDER BY finished_at LIMIT $3
  )
  RETURNING id`;
