// SPDX-License-Identifier: Apache-2.0
/** The place of an anomaly's note, for its erasure. */
import type pg from 'pg';
import { type Eraser, eraseNoteAt } from '../../record/audit/index.ts';

/** @throws ApiError 401 and 403 of the eraser, 404 without such an anomaly, 409 when it has no note */
export async function eraseAnomalyNote(pool: pg.Pool, eraser: Eraser, anomalyId: string): Promise<void> {
  const { organizationId } = eraser;
  await eraseNoteAt(pool, eraser, {
    kind: 'anomaly.note_erased',
    subject: { type: 'anomaly', id: anomalyId },
    metadata: (role) => ({ role }),
    async hasNote(transaction) {
      const [row] = await transaction.query<{ has_note: boolean }>(SELECT_HAS_NOTE, [organizationId, anomalyId]);
      return row?.has_note ?? null;
    },
    async erase(transaction) {
      await transaction.query(ERASE_NOTE, [organizationId, anomalyId]);
    },
    absent: 'There is no such anomaly.',
    without: 'The anomaly has no note, or it was erased before.',
  });
}

const SELECT_HAS_NOTE = `
  SELECT note IS NOT NULL AS has_note FROM svc.anomalies WHERE organization_id = $1 AND id = $2`;

/** The caller holds the head's lock, like every closing of an anomaly. */
const ERASE_NOTE = `
  UPDATE svc.anomalies SET note = NULL, note_salt = NULL WHERE organization_id = $1 AND id = $2`;
