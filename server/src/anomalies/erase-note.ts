/** Erases the note of an anomaly. The chain keeps the commitment, which says nothing once note and salt are gone. */
import type { AuditDraft } from '@svc/core/audit-chain';
import type pg from 'pg';
import { selectRole } from '../accounts/index.ts';
import { inTransaction, type Transaction } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { appendEntries, lockHeads } from '../tenant/change.ts';

/**
 * Under the lock of the head, like the closing that made the note: of two who erase it at once, one does.
 * @throws Refusal 401 when the person is no member any more, 403 for one who is neither owner nor admin, 404 without
 *   such an anomaly, 409 when it has no note
 */
export async function eraseAnomalyNote(
  pool: pg.Pool,
  eraser: { accountId: string; organizationId: string },
  anomalyId: string,
): Promise<void> {
  const { organizationId, accountId } = eraser;
  await inTransaction(pool, [organizationId], async (transaction) => {
    const [head] = await lockHeads(transaction, [organizationId]);
    if (head === undefined) throw new Error('the organization has no head row');
    const [role, hasNote] = await Promise.all([
      selectRole(transaction, organizationId, accountId),
      selectHasNote(transaction, organizationId, anomalyId),
    ]);
    // Asked again here: the role may have changed since the request was let in.
    if (role === null) throw new Refusal('unauthorized', { message: 'You are not signed in, or no longer.' });
    if (role === 'MEMBER') throw new Refusal('forbidden', { message: 'Your role may not do that.' });
    if (hasNote === null) throw new Refusal('not_found', { message: 'There is no such anomaly.' });
    if (!hasNote) throw new Refusal('conflict', { message: 'The anomaly has no note, or it was erased before.' });
    const entry: AuditDraft = {
      organizationId,
      at: new Date().toISOString(),
      kind: 'anomaly.note_erased',
      actor: { type: 'user', id: accountId },
      subject: { type: 'anomaly', id: anomalyId },
      metadata: { role },
    };
    await appendEntries(transaction, head, [entry]);
    await transaction.query(ERASE_NOTE, [organizationId, anomalyId]);
  });
}

/** Null when there is no such anomaly. */
async function selectHasNote(
  transaction: Transaction,
  organizationId: string,
  anomalyId: string,
): Promise<boolean | null> {
  const [row] = await transaction.query<{ has_note: boolean }>(SELECT_HAS_NOTE, [organizationId, anomalyId]);
  return row?.has_note ?? null;
}

const SELECT_HAS_NOTE = `
  SELECT note IS NOT NULL AS has_note FROM svc.anomalies WHERE organization_id = $1 AND id = $2`;

/** Note and salt together: with the salt alone, a short note could be guessed from its commitment. */
const ERASE_NOTE = `
  UPDATE svc.anomalies SET note = NULL, note_salt = NULL WHERE organization_id = $1 AND id = $2`;
