// SPDX-License-Identifier: Apache-2.0
/** Erases what an agent said about its act. The commitments stay, in the chain and for the digest. */
import { CONTEXT_FIELDS, type ContextField } from '@svc/contract';
import type pg from 'pg';
import { type Eraser, eraseNoteAt } from '../audit/index.ts';
import type { StoredContext } from '../recorder/index.ts';

/**
 * @param fields to erase; undefined for all
 * @throws ApiError 401 and 403 of the eraser, 404 without such an event, 409 when there is nothing to erase
 */
export async function eraseContext(
  pool: pg.Pool,
  eraser: Eraser,
  eventId: string,
  fields: readonly ContextField[] = CONTEXT_FIELDS,
): Promise<void> {
  const { organizationId } = eraser;
  const found: { context: StoredContext | null; kept: ContextField[] } = { context: null, kept: [] };
  await eraseNoteAt(pool, eraser, {
    kind: 'event.context_erased',
    subject: { type: 'event', id: eventId },
    metadata: (role) => ({ fields: found.kept.sort(), role }),
    async hasNote(transaction) {
      const [row] = await transaction.query<{ context: StoredContext | null }>(SELECT_CONTEXT, [
        organizationId,
        eventId,
      ]);
      if (row === undefined) return null;
      found.context = row.context;
      found.kept = fields.filter((field) => row.context?.[field]?.value !== undefined);
      return found.kept.length > 0;
    },
    async erase(transaction, erasedSeq) {
      const left = without(found.context ?? {}, found.kept, erasedSeq);
      await transaction.query(WRITE_CONTEXT, [organizationId, eventId, JSON.stringify(left)]);
    },
    absent: 'There is no such event.',
    without: 'The agent said nothing of this, or it was erased before.',
  });
}

/** Value and salt go together: with the salt alone, a short text could be guessed from its commitment. */
function without(context: StoredContext, erased: readonly ContextField[], erasedSeq: number): StoredContext {
  const fields = Object.entries(context) as [ContextField, { commitment: string }][];
  return Object.fromEntries(
    fields.map(([field, one]) => [field, erased.includes(field) ? { commitment: one.commitment, erasedSeq } : one]),
  );
}

const SELECT_CONTEXT = 'SELECT context FROM svc.events WHERE organization_id = $1 AND id = $2';

const WRITE_CONTEXT = 'UPDATE svc.events SET context = $3 WHERE organization_id = $1 AND id = $2';
