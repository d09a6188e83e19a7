// SPDX-License-Identifier: Apache-2.0
/** Notes the first look of a person who may resolve a review: one that was looked at is not passed on. */
import type pg from 'pg';
import { inTransaction } from '../../storage/db/index.ts';

/** The caller has checked that the person may resolve it. A resolved or opened review stays as it is. */
export async function noteOpened(pool: pg.Pool, organizationId: string, eventId: string): Promise<void> {
  await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query(UPDATE_OPENED, [organizationId, eventId, transaction.clock.now()]),
  );
}

const UPDATE_OPENED = `
  UPDATE svc.reviews SET opened_at = $3
  WHERE organization_id = $1 AND event_id = $2 AND status = 'PENDING' AND opened_at IS NULL`;
