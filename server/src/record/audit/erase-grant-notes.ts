// SPDX-License-Identifier: Apache-2.0
/** The place of the notes of a grant, for their erasure: of its maker, and of the person who ended it. */
import type pg from 'pg';
import { type Eraser, eraseNoteAt } from './erase-note.ts';

/** @throws ApiError 401 and 403 of the eraser, 404 without such a grant, 409 when it has no note */
export async function eraseGrantNotes(pool: pg.Pool, eraser: Eraser, id: string): Promise<void> {
  const values = [eraser.organizationId, id];
  await eraseNoteAt(pool, eraser, {
    kind: 'grant.notes_erased',
    subject: { type: 'grant', id },
    metadata: (role) => ({ role }),
    async hasNote(transaction) {
      const [row] = await transaction.query<{ has_note: boolean }>(SELECT_HAS_NOTE, values);
      return row?.has_note ?? null;
    },
    erase: async (transaction) => {
      await transaction.query(ERASE_NOTES, values);
    },
    absent: 'There is no such grant.',
    without: 'It has no note, or its notes were erased before.',
  });
}

const SELECT_HAS_NOTE = `
  SELECT COALESCE(note, end_note) IS NOT NULL AS has_note FROM svc.grants WHERE organization_id = $1 AND id = $2`;

const ERASE_NOTES = `
  UPDATE svc.grants SET note = NULL, note_salt = NULL, end_note = NULL, end_note_salt = NULL
  WHERE organization_id = $1 AND id = $2`;
