// SPDX-License-Identifier: Apache-2.0
/** Looks up the result of a commit whose answer was lost. */

import type pg from 'pg';
import { deadline, pause } from '../../platform/clock/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { lockHeads } from '../../storage/heads/index.ts';
import type { PendingRecord } from './pending-record.ts';
import { SELECT_RECORDED } from './statements.ts';

const DEADLINE_MS = 5_000;
const PAUSE_MS = 100;

/** The name of a call's outcome among the found rows: its event was recorded before. */
export const finishedCall = (eventId: string): string => `call ${eventId}`;

/**
 * First takes the lock of the same head rows: holding it proves that the lost transaction has ended.
 * @param batch any records; changes of events are not looked up
 * @returns event id -> its `quotaExceeded`, and outcomes of calls by `finishedCall`, for the committed ones; null when
 * the database cannot be asked
 */
export async function findRecorded(
  pool: pg.Pool,
  batch: readonly PendingRecord[],
): Promise<Map<string, boolean> | null> {
  const drafts = batch.map(({ draft }) => draft);
  const organizationIds = [...new Set(drafts.map(({ organizationId }) => organizationId))].sort();
  const eventIds = drafts.flatMap((draft) => ('event' in draft ? [draft.event.id] : []));
  const finishedEventIds = drafts.flatMap((draft) =>
    'auditMetadata' in draft && !('event' in draft) ? [draft.eventId] : [],
  );
  const late = deadline(pool.clock, DEADLINE_MS);
  while (!late.isOver()) {
    try {
      const rows = await inTransaction(pool, organizationIds, async (transaction) => {
        await lockHeads(transaction, organizationIds);
        return await transaction.query<{ id: string; quota_exceeded: boolean; is_call: boolean }>(SELECT_RECORDED, [
          organizationIds,
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
