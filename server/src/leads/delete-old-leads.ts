/** Deletes contact-form leads after twelve months. The service sees their ids and ages, and nothing else of them. */
import { LEADS_KEPT_MONTHS } from '@svc/contract/limits';
import type { Transaction } from '../db/index.ts';

/** @returns how many it deleted, at most `rowsMax` */
export async function deleteOldLeads(transaction: Transaction, nowMs: number, rowsMax: number): Promise<number> {
  const rows = await transaction.query(DELETE_OLD, [new Date(nowMs), LEADS_KEPT_MONTHS, rowsMax]);
  return rows.length;
}

/** Two at once delete the same rows, which is no harm. */
const DELETE_OLD = `
  DELETE FROM svc.leads WHERE id IN (
    SELECT id FROM svc.leads WHERE created_at < $1::timestamptz - make_interval(months => $2::int)
    ORDER BY created_at LIMIT $3
  )
  RETURNING id`;
