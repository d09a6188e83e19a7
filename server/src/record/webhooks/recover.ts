// SPDX-License-Identifier: Apache-2.0
/**
 * Sends the failed deliveries of a range of time again. The range is a row that any process continues, batch by batch.
 * It may therefore be as long as the log, and outlives the process that began it.
 */

import type pg from 'pg';
import { inTransaction, queryAcross, seeOrganizations, type Transaction } from '../../storage/db/index.ts';
import { requeue } from './delivery-rows.ts';
import { RECOVERED_PER_BATCH, RESUMED_AT } from './limits.ts';
import { countWaitingFor } from './waiting.ts';

interface LockedRow {
  [column: string]: unknown;
  id: string;
  organization_id: string;
  endpoint_id: string;
  after_id: string;
  to_at: Date;
}

interface RecoveryRow extends LockedRow {
  waiting: number;
}

/**
 * One batch of one unfinished recovery that no other process holds. It has its turn later while much waits for its
 * endpoint.
 * @returns the endpoint with newly waiting deliveries
 */
export async function continueRecovery(pool: pg.Pool): Promise<string[] | null> {
  return await inTransaction(pool, [], async (transaction) => {
    const recovery = await lockUnfinished(transaction);
    if (recovery === null) return null;
    const isNow = recovery.waiting <= RESUMED_AT;
    const ids = isNow ? await selectFailed(transaction, recovery) : [];
    if (ids.length > 0) await requeue(transaction, recovery.organization_id, ids);
    const isFinished = isNow && ids.length < RECOVERED_PER_BATCH;
    const { organization_id, id } = recovery;
    await transaction.query(ADVANCE, [
      organization_id,
      id,
      ids.at(-1) ?? recovery.after_id,
      ids.length,
      isFinished,
      transaction.clock.now(),
    ]);
    return isNow ? [recovery.endpoint_id] : [];
  });
}

/**
 * The one that waits longest for its next batch: a long one delays no other. The index row is not locked, because a
 * deletion of the endpoint locks the recovery first.
 */
async function lockUnfinished(transaction: Transaction): Promise<RecoveryRow | null> {
  const found = await queryAcross<{ id: string; organization_id: string }>(transaction, INDEX, FIND_UNFINISHED, [
    CANDIDATES_MAX,
  ]);
  if (found.length === 0) return null;
  for (const { organization_id: organizationId, id } of found) {
    await seeOrganizations(transaction, [organizationId]);
    const [locked] = await transaction.query<LockedRow>(LOCK, [organizationId, id]);
    if (locked === undefined) continue;
    return {
      ...locked,
      waiting: await countWaitingFor(transaction, organizationId, locked.endpoint_id, RESUMED_AT + 1),
    };
  }
  return null;
}

/** More than the processes that hold one at the same time. */
const CANDIDATES_MAX = 20;

/** Found over all organizations. */
const INDEX = ['webhook_recovery_index'];

const FIND_UNFINISHED = `
  SELECT recovery_id AS id, organization_id FROM svc.webhook_recovery_index
  WHERE NOT is_finished ORDER BY at LIMIT $1`;

const LOCK = `
  SELECT id, organization_id, endpoint_id, after_id, to_at FROM svc.webhook_recoveries
  WHERE organization_id = $1 AND id = $2 AND finished_at IS NULL
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
  SET after_id = $3, recovered = recovered + $4, finished_at = CASE WHEN $5 THEN $6::timestamptz END
  WHERE organization_id = $1 AND id = $2`;
