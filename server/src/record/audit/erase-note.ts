// SPDX-License-Identifier: Apache-2.0
/**
 * Erases a person's note. The chain keeps its commitment, which reveals nothing once note and salt are gone. The owner
 * of the notes names their place.
 */

import type { Role } from '@svc/contract';
import type { AuditDraft } from '@svc/core/audit-chain';
import type pg from 'pg';
import { selectRole } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { appendEntries, lockHead } from '../../storage/heads/index.ts';

export interface Eraser {
  accountId: string;
  organizationId: string;
}

/** A place where a note may stand. */
export interface NotePlace {
  /** The number of the entry. */
  kind: string;
  subject: AuditDraft['subject'];
  metadata(role: Role): AuditDraft['metadata'];
  /** null when the owner of the note does not exist. */
  hasNote(transaction: Transaction): Promise<boolean | null>;
  /** Note and salt go together: with the salt alone, a short note could be guessed from its commitment. */
  erase(transaction: Transaction, auditSeq: number): Promise<void>;
  /** Sentences for a 404 and a 409. */
  absent: string;
  without: string;
}

/**
 * Runs under the lock of the head, like the change that made the note: of two concurrent erasures, one succeeds.
 * @throws ApiError 401 when the person is no longer a member, 403 for one who is neither owner nor admin, 404 and 409
 * in the words of the place
 */
export async function eraseNoteAt(pool: pg.Pool, eraser: Eraser, place: NotePlace): Promise<void> {
  const { organizationId, accountId } = eraser;
  await inTransaction(pool, [organizationId], async (transaction) => {
    const head = await lockHead(transaction, organizationId);
    const [role, hasNote] = await Promise.all([
      selectRole(transaction, organizationId, accountId),
      place.hasNote(transaction),
    ]);
    // The role is checked again here: it may have changed since the request was let in.
    if (role === null) throw new ApiError('unauthorized', { message: 'You are not signed in, or no longer.' });
    if (role === 'MEMBER') throw new ApiError('forbidden', { message: 'Your role may not do that.' });
    if (hasNote === null) throw new ApiError('not_found', { message: place.absent });
    if (!hasNote) throw new ApiError('conflict', { message: place.without });
    const entry: AuditDraft = {
      organizationId,
      at: transaction.clock.now().toISOString(),
      kind: place.kind,
      actor: { type: 'user', id: accountId },
      subject: place.subject,
      metadata: place.metadata(role),
    };
    const auditSeq = await appendEntries(transaction, head, [entry]);
    await place.erase(transaction, auditSeq);
  });
}
