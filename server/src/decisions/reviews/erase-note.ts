// SPDX-License-Identifier: Apache-2.0
/** The place of a review's note, and of the note of an approval before its last one, for their erasure. */
import type pg from 'pg';
import { type Eraser, eraseNoteAt } from '../../record/audit/index.ts';

/**
 * @param approverId whose approval it is; null for the note of the person who resolved the review
 * @throws ApiError 401 and 403 of the eraser, 404 without such a review, 409 when it has no note
 */
export async function eraseNote(
  pool: pg.Pool,
  eraser: Eraser,
  eventId: string,
  approverId: string | null = null,
): Promise<void> {
  const { organizationId } = eraser;
  await eraseNoteAt(pool, eraser, {
    kind: 'review.note_erased',
    subject: { type: 'review', id: eventId },
    metadata: (role) => ({ channel: 'app', eventId, role, ...(approverId !== null && { accountId: approverId }) }),
    async hasNote(transaction) {
      const [row] =
        approverId === null
          ? await transaction.query<{ has_note: boolean }>(SELECT_HAS_NOTE, [organizationId, eventId])
          : await transaction.query<{ has_note: boolean }>(SELECT_VOTE, [organizationId, eventId, approverId]);
      return row?.has_note ?? null;
    },
    async erase(transaction, auditSeq) {
      if (approverId === null) await transaction.query(ERASE_NOTE, [organizationId, eventId, auditSeq]);
      else await transaction.query(ERASE_VOTE, [organizationId, eventId, auditSeq, approverId]);
    },
    absent: 'There is no review of such an event, or no approval by this person.',
    without: 'It has no note, or it was erased before.',
  });
}

const SELECT_HAS_NOTE = `
  SELECT note IS NOT NULL AS has_note FROM svc.reviews WHERE organization_id = $1 AND event_id = $2`;

/** The caller holds the head's lock, like every resolution of a review. */
const ERASE_NOTE = `
  UPDATE svc.reviews SET note = NULL, note_salt = NULL, note_erased_seq = $3
  WHERE organization_id = $1 AND event_id = $2`;

const SELECT_VOTE = `
  SELECT note IS NOT NULL AS has_note FROM svc.review_votes
  WHERE organization_id = $1 AND event_id = $2 AND account_id = $3`;

const ERASE_VOTE = `
  UPDATE svc.review_votes SET note = NULL, note_salt = NULL, note_erased_seq = $3
  WHERE organization_id = $1 AND event_id = $2 AND account_id = $4`;
