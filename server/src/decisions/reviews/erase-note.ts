// SPDX-License-Identifier: Apache-2.0
/** The place of a review's note, for its erasure. */
import type pg from 'pg';
import { type Eraser, eraseNoteAt } from '../../record/audit/index.ts';

/** @throws ApiError 401 and 403 of the eraser, 404 without such a review, 409 when it has no note */
export async function eraseNote(pool: pg.Pool, eraser: Eraser, eventId: string): Promise<void> {
  const { organizationId } = eraser;
  await eraseNoteAt(pool, eraser, {
    kind: 'review.note_erased',
    subject: { type: 'review', id: eventId },
    metadata: (role) => ({ channel: 'app', eventId, role }),
    async hasNote(transaction) {
      const [row] = await transaction.query<{ has_note: boolean }>(SELECT_HAS_NOTE, [organizationId, eventId]);
      return row?.has_note ?? null;
    },
    async erase(transaction, auditSeq) {
      await transaction.query(ERASE_NOTE, [organizationId, eventId, auditSeq]);
    },
    absent: 'There is no review of such an event.',
    without: 'The review has no note, or it was erased before.',
  });
}

const SELECT_HAS_NOTE = `
  SELECT note IS NOT NULL AS has_note FROM svc.reviews WHERE organization_id = $1 AND event_id = $2`;

/** The caller holds the head's lock, like every resolution of a review. */
const ERASE_NOTE = `
  UPDATE svc.reviews SET note = NULL, note_salt = NULL, note_erased_seq = $3
  WHERE organization_id = $1 AND event_id = $2`;
