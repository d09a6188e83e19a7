// SPDX-License-Identifier: Apache-2.0
/** Deletes the rows of organizations that were ended, in batches. */
import type pg from 'pg';
import { type Archive, archivedBundles, NO_ARCHIVE } from '../../record/archive/index.ts';
import { inTransaction, queryAcross, type Transaction } from '../../storage/db/index.ts';

const ROWS_PER_BATCH_MAX = 2_000;
/** The bound of one organization in one run, so that the others get their turn. */
const BATCHES_PER_RUN_MAX = 250;
/** A task that was under way when an organization ended may write rows of it until then. */
const WATCHED_MINUTES = 15;

/**
 * Goes on wherever an earlier run stopped, however it ended: each batch is a transaction of its own.
 * Files of archived entries go last, when no task can write one any more.
 * @param signal stops between two batches
 * @returns the number of organizations with rows left
 * @throws AggregateError when files could not be removed, after the others are done
 */
export async function deleteRowsOfEnded(
  pool: pg.Pool,
  nowMs: number,
  signal: AbortSignal,
  { store }: Archive = NO_ARCHIVE,
): Promise<number> {
  const ended = await queryAcross<EndedRow>(pool, ['organization_deletions'], SELECT_ENDED);
  const failures: unknown[] = [];
  let left = 0;
  for (const { organization_id: organizationId, begun_at: begunAt } of ended) {
    const work = async (transaction: Transaction) => await archivedBundles(transaction, organizationId);
    if (store === null && (await inTransaction(pool, [organizationId], work)) > 0) {
      failures.push(
        new Error(`SVC_AUDIT_ARCHIVE is not set: it has files of the ended organization ${organizationId}`),
      );
    } else if (!(await deleteRowsOf(pool, organizationId, signal))) left += 1;
    else if (nowMs - begunAt.getTime() > WATCHED_MINUTES * 60_000) {
      await forget(pool, store, organizationId).catch((error: unknown) => failures.push(error));
    }
  }
  if (failures.length > 0) throw new AggregateError(failures);
  return left;
}

async function forget(pool: pg.Pool, store: Archive['store'], organizationId: string): Promise<void> {
  await store?.removeAll(organizationId);
  await inTransaction(pool, [organizationId], (transaction) => transaction.query(FORGET, [organizationId]));
}

interface EndedRow extends Record<string, unknown> {
  organization_id: string;
  begun_at: Date;
}

/** @returns true when nothing is left */
async function deleteRowsOf(pool: pg.Pool, organizationId: string, signal: AbortSignal): Promise<boolean> {
  for (let batch = 0; batch < BATCHES_PER_RUN_MAX && !signal.aborted; batch += 1) {
    const [row] = await inTransaction(pool, [organizationId], (transaction) =>
      transaction.query<{ deleted: number }>(DELETE_SOME, [organizationId, ROWS_PER_BATCH_MAX]),
    );
    if (row?.deleted === 0) return true;
  }
  return false;
}

const SELECT_ENDED = `SELECT organization_id, begun_at FROM svc.organization_deletions ORDER BY begun_at`;

/** The function refuses an organization that was not ended. Two runs at once delete different rows, or wait. */
const DELETE_SOME = `SELECT svc.delete_some_of($1, $2) AS deleted`;

const FORGET = `DELETE FROM svc.organization_deletions WHERE organization_id = $1`;
