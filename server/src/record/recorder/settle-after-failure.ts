// SPDX-License-Identifier: Apache-2.0

import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { isDatabaseFault } from '../../storage/db/index.ts';
import { findRecorded, finishedCall } from './find-recorded.ts';
import type { PendingRecord } from './pending-record.ts';

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
  const found = wasSent ? await findRecorded(pool, batch) : new Map<string, boolean>();
  for (const pending of batch) {
    const { draft } = pending;
    // Whether a change is recorded is seen when it is asked for again.
    const name = 'event' in draft ? draft.event.id : 'changeOf' in draft ? '' : finishedCall(draft.eventId);
    const quotaExceeded = found?.get(name);
    if (quotaExceeded !== undefined) pending.resolve({ kind: 'recorded', quotaExceeded });
    else pending.reject(error instanceof ApiError ? error : new ApiError(codeOf(error), { cause: error }));
  }
}

const codeOf = (error: Error) => (isDatabaseFault(error) ? 'unavailable' : 'internal_error');
