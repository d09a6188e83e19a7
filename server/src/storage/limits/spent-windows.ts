// SPDX-License-Identifier: Apache-2.0
/** Deletes rate windows that every hit has left. */
import type { Transaction } from '../db/index.ts';

/** @returns the number of deleted windows */
export async function deleteSpentWindows(transaction: Transaction, rowsMax: number): Promise<number> {
  return (await transaction.query(DELETE_SPENT, [rowsMax, transaction.clock.now()])).length;
}

/**
 * A window that takes a hit at this moment is skipped. One that took it just before is read again after the lock, and
 * kept.
 */
const DELETE_SPENT = `
  DELETE FROM svc.rate_windows WHERE bucket IN (
    SELECT bucket FROM svc.rate_windows WHERE expires_at <= $2::timestamptz
    ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  RETURNING 1`;
