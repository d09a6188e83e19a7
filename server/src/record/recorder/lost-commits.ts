// SPDX-License-Identifier: Apache-2.0
/** Commits whose answer was lost are looked up, and never repeated. */
import type pg from 'pg';
import { deadline, pause } from '../../platform/clock/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { byOrganization, inTransaction, isDatabaseFault } from '../../storage/db/index.ts';
import { lockHeads } from '../../storage/heads/index.ts';
import { organizationOf, type PendingRecord } from './pending-record.ts';
import { SELECT_RECORDED } from './statements.ts';

/**
 * A failure after the commit was sent leaves its outcome unknown. It is looked up, never repeated: an existing event is
 * answered as recorded, a missing one was rolled back.
 * @param wasSent false before anything of the batch has gone to PostgreSQL
 */
export async function settleAfterFailure(
  pool: pg.Pool,
  batch: readonly PendingRecord[],
  error: Error,
  wasSent = true,
): Promise<void> {
  const parts = byOrganization(batch, organizationOf);
  await Promise.all(
    parts.map(([organizationId, records]) => settleOne(pool, organizationId, records, { error, wasSent })),
  );
}

async function settleOne(
  pool: pg.Pool,
  organizationId: string,
  batch: readonly PendingRecord[],
  { error, wasSent }: { error: Error; wasSent: boolean },
): Promise<void> {
  const found = wasSent ? await findRecorded(pool, organizationId, batch) : new Map<string, boolean>();
  for (const pending of batch) {
    const { draft } = pending;
    // Whether a change is recorded is seen when it is asked for again.
    const name = 'event' in draft ? draft.event.id : 'changeOf' in draft ? '' : finishedCall(draft.eventId);
    const quotaExceeded = found?.get(name);
    // Another process has settled it: the decision that it recorded is answered when it is asked for again.
    const isKnown = !('event' in draft) || draft.unsettled === null || pending.settled !== undefined;
    const { settled = null } = pending;
    if (quotaExceeded !== undefined && isKnown) pending.resolve({ kind: 'recorded', quotaExceeded, settled });
    else pending.reject(error instanceof ApiError ? error : new ApiError(codeOf(error), { cause: error }));
  }
}

const codeOf = (error: Error) => (isDatabaseFault(error) ? 'unavailable' : 'internal_error');

const DEADLINE_MS = 5_000;
const PAUSE_MS = 100;

/** The name of a call's outcome among the found rows: its event was recorded before. */
const finishedCall = (eventId: string): string => `call ${eventId}`;

/**
 * First takes the lock of the same head row: holding it proves that the lost transaction has ended.
 * @param batch records of one organization; changes of events are not looked up
 * @returns event id -> its `quotaExceeded`, and outcomes of calls by `finishedCall`, for the committed ones; null when
 * the database cannot be asked
 */
async function findRecorded(
  pool: pg.Pool,
  organizationId: string,
  batch: readonly PendingRecord[],
): Promise<Map<string, boolean> | null> {
  const drafts = batch.map(({ draft }) => draft);
  const eventIds = drafts.flatMap((draft) => ('event' in draft ? [draft.event.id] : []));
  const finishedEventIds = drafts.flatMap((draft) =>
    'auditMetadata' in draft && !('event' in draft) ? [draft.eventId] : [],
  );
  const late = deadline(pool.clock, DEADLINE_MS);
  while (!late.isOver()) {
    try {
      const rows = await inTransaction(pool, [organizationId], async (transaction) => {
        await lockHeads(transaction, [organizationId]);
        return await transaction.query<{ id: string; quota_exceeded: boolean; is_call: boolean }>(SELECT_RECORDED, [
          organizationId,
          eventIds,
          finishedEventIds,
        ]);
      });
      late.end();
      return new Map(rows.map((row) => [row.is_call ? finishedCall(row.id) : row.id, row.quota_exceeded]));
    } catch {
      await pause(pool.clock, PAUSE_MS);
    }
  }
  return null;
}
