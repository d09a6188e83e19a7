/**
 * Erases a note of a person: the chain keeps its commitment, which says nothing once note and salt are gone. What has
 * notes says where they stand.
 */
import type { Role } from '@svc/contract';
import type { AuditDraft } from '@svc/core/audit-chain';
import type pg from 'pg';
import { selectRole } from '../accounts/index.ts';
import { inTransaction, type Transaction } from '../db/transaction.ts';
import { ApiError } from '../errors/index.ts';
import { appendEntries, lockHeads } from '../heads/index.ts';

export interface Eraser {
  accountId: string;
  organizationId: string;
}

/** A note that may be there. */
export interface NotePlace {
  /** Of the entry. */
  kind: string;
  subject: AuditDraft['subject'];
  metadata(role: Role): AuditDraft['metadata'];
  /** null when what should have the note is not there. */
  hasNote(transaction: Transaction): Promise<boolean | null>;
  /** Note and salt together: with the salt alone, a short note could be guessed from its commitment. */
  erase(transaction: Transaction, auditSeq: number): Promise<void>;
  /** Sentences for a 404 and a 409. */
  absent: string;
  without: string;
}

/**
 * Under the lock of the head, like the change that made the note: of two who erase it at once, one does.
 * @throws ApiError 401 when the person is no member any more, 403 for one who is neither owner nor admin, 404 and 409
 *   in the words of the place
 */
export async function eraseNoteAt(pool: pg.Pool, eraser: Eraser, place: NotePlace): Promise<void> {
  const { organizationId, accountId } = eraser;
  await inTransaction(pool, [organizationId], async (transaction) => {
    const [head] = await lockHeads(transaction, [organizationId]);
    if (head === undefined) throw new Error('the organization has no head row');
    const [role, hasNote] = await Promise.all([
      selectRole(transaction, organizationId, accountId),
      place.hasNote(transaction),
    ]);
    // Asked again here: the role may have changed since the request was let in.
    if (role === null) throw new ApiError('unauthorized', { message: 'You are not signed in, or no longer.' });
    if (role === 'MEMBER') throw new ApiError('forbidden', { message: 'Your role may not do that.' });
    if (hasNote === null) throw new ApiError('not_found', { message: place.absent });
    if (!hasNote) throw new ApiError('conflict', { message: place.without });
    const entry: AuditDraft = {
      organizationId,
      at: new Date().toISOString(),
      kind: place.kind,
      actor: { type: 'user', id: accountId },
      subject: place.subject,
      metadata: place.metadata(role),
    };
    const auditSeq = await appendEntries(transaction, head, [entry]);
    await place.erase(transaction, auditSeq);
  });
}
