// SPDX-License-Identifier: Apache-2.0
/** Deletes contact-form leads after twelve months. The service sees only their ids and ages. */
import { LEADS_KEPT_MONTHS } from '@svc/contract/limits';
import type { Transaction } from '../../storage/db/index.ts';

/** @returns the number of deleted leads, at most `rowsMax` */
export async function deleteOldLeads(transaction: Transaction, nowMs: number, rowsMax: number): Promise<number> {
  const rows = await transaction.query(DELETE_OLD, [new Date(nowMs), LEADS_KEPT_MONTHS, rowsMax]);
  return rows.length;
}

/** Two concurrent runs delete the same rows, which does no harm. */
const DELETE_OLD = `
  DELETE FROM svc.leads WHERE id IN (
    SELECT id FROM svc.leads WHERE created_at < $1::timestamptz - make_interval(months => $2::int)
    ORDER BY created_at LIMIT $3
  )
  RETURNING id`;
