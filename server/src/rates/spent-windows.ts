/** Deletes rate windows out of which every hit has passed. */
import type { Transaction } from '../db/index.ts';

/** @returns how many it deleted */
export async function deleteSpentWindows(transaction: Transaction, rowsMax: number): Promise<number> {
  return (await transaction.query(DELETE_SPENT, [rowsMax])).length;
}

/**
 * A window that takes a hit at this moment is passed over; one that took it just before is seen as it is now, after the
 * lock, and kept.
 */
const DELETE_SPENT = `
  DELETE FROM svc.rate_windows WHERE bucket IN (
    SELECT bucket FROM svc.rate_windows WHERE expires_at <= clock_timestamp()
    ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  RETURNING 1`;
