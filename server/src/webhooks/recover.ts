/**
 * Sends the failed deliveries of a range of time again. The range is a row that any process continues, batch by batch.
 * It may therefore be as long as the log, and outlives the process that began it.
 */

import type pg from 'pg';
import { inTransaction, seeOrganizations, type Transaction } from '../db/index.ts';
import { requeue } from './delivery-rows.ts';
import { RECOVERED_PER_BATCH } from './limits.ts';

interface RecoveryRow {
  [column: string]: unknown;
  id: string;
  organization_id: string;
  endpoint_id: string;
  after_id: string;
  to_at: Date;
}

/**
 * One batch of one unfinished recovery that no other process holds.
 * @returns the endpoint with newly waiting deliveries
 */
export async function continueRecovery(pool: pg.Pool): Promise<string[]> {
  return await inTransaction(pool, [], async (transaction) => {
    const [recovery] = await transaction.query<RecoveryRow>(LOCK_UNFINISHED);
    if (recovery === undefined) return [];
    await seeOrganizations(transaction, [recovery.organization_id]);
    const ids = await selectFailed(transaction, recovery);
    if (ids.length > 0) await requeue(transaction, recovery.organization_id, ids);
    const isFinished = ids.length < RECOVERED_PER_BATCH;
    await transaction.query(ADVANCE, [recovery.id, ids.at(-1) ?? recovery.after_id, ids.length, isFinished]);
    return [recovery.endpoint_id];
  });
}

/** The recovery with the least progress: a long one delays no other. */
const LOCK_UNFINISHED = `
  SELECT id, organization_id, endpoint_id, after_id, to_at FROM svc.webhook_recoveries
  WHERE finished_at IS NULL ORDER BY recovered, created_at LIMIT 1
  FOR UPDATE SKIP LOCKED`;

async function selectFailed(transaction: Transaction, recovery: RecoveryRow): Promise<string[]> {
  const { organization_id, endpoint_id, after_id, to_at } = recovery;
  const values = [organization_id, endpoint_id, after_id, to_at, RECOVERED_PER_BATCH];
  const rows = await transaction.query<{ id: string }>(SELECT_FAILED, values);
  return rows.map((row) => row.id);
}

/** Ids follow time: a recovery begins at the first id of the range. */
const SELECT_FAILED = `
  SELECT id FROM svc.webhook_deliveries
  WHERE organization_id = $1 AND endpoint_id = $2 AND id > $3 AND created_at < $4 AND status = 'FAILED'
  ORDER BY id LIMIT $5`;

const ADVANCE = `
  UPDATE svc.webhook_recoveries
  SET after_id = $2, recovered = recovered + $3, finished_at = CASE WHEN $4 THEN now() END
  WHERE id = $1`;
