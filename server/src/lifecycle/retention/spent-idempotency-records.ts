// SPDX-License-Identifier: Apache-2.0
/** Deletes idempotency records whose window is over: a request with their key would be decided anew. */
import { IDEMPOTENCY_WINDOW_HOURS } from '@svc/contract/limits';
import type pg from 'pg';
import { pagesOfOrganizations } from '../../organization/organizations/index.ts';
import { inTransaction } from '../../storage/db/index.ts';

const HOUR_MS = 3_600_000;
const RECORDS_PER_BATCH_MAX = 5_000;
/** Records of one run, over all organizations. */
const BATCHES_PER_RUN_MAX = 100;

/** @returns the least number still left: 0 when all due records are deleted */
export async function deleteSpentIdempotencyRecords(
  pool: pg.Pool,
  nowMs: number,
  signal: AbortSignal,
): Promise<number> {
  const before = new Date(nowMs - IDEMPOTENCY_WINDOW_HOURS * HOUR_MS);
  let batches = 0;
  for await (const page of pagesOfOrganizations(pool)) {
    let deleted = RECORDS_PER_BATCH_MAX;
    while (deleted === RECORDS_PER_BATCH_MAX) {
      if (signal.aborted || batches >= BATCHES_PER_RUN_MAX) return RECORDS_PER_BATCH_MAX;
      deleted = await deleteBatch(pool, page, before);
      batches += 1;
    }
  }
  return 0;
}

async function deleteBatch(pool: pg.Pool, organizationIds: readonly string[], before: Date): Promise<number> {
  const rows = await inTransaction(pool, organizationIds, (transaction) =>
    transaction.query(DELETE_SPENT, [before, RECORDS_PER_BATCH_MAX]),
  );
  return rows.length;
}

/** A record that a request takes over at this moment is locked, and skipped. */
const DELETE_SPENT = `
  DELETE FROM svc.idempotency_records i
  USING (
    SELECT organization_id, endpoint, key FROM svc.idempotency_records
    WHERE created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
  ) AS spent
  WHERE i.organization_id = spent.organization_id AND i.endpoint = spent.endpoint AND i.key = spent.key
    AND i.created_at < $1
  RETURNING 1`;
