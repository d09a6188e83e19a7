// SPDX-License-Identifier: Apache-2.0
/** Records outcomes of calls after a failed first attempt, unless that attempt committed. */

import type pg from 'pg';
import { appendActs, type CallOutcomeDraft, callAct, callEntry } from '../../../record/recorder/index.ts';
import { inTransaction, type Transaction } from '../../../storage/db/index.ts';
import { lockHeads } from '../../../storage/heads/index.ts';

/**
 * Checks and writes under the lock of the head: holding it proves that a commit without an answer has ended. A deleted
 * organization gets no record.
 * @param drafts of this organization
 * @throws any error of PostgreSQL; then it is unknown whether they were recorded
 */
export async function recordMissing(
  pool: pg.Pool,
  organizationId: string,
  drafts: readonly CallOutcomeDraft[],
): Promise<void> {
  await inTransaction(pool, [organizationId], async (transaction) => {
    const [head] = await lockHeads(transaction, [organizationId]);
    if (head === undefined) return;
    const finished = await selectFinished(
      transaction,
      organizationId,
      drafts.map((draft) => draft.eventId),
    );
    const missing = drafts.filter((draft) => !finished.has(draft.eventId));
    const changes = missing.map((draft) => ({
      entry: callEntry(draft, new Date(draft.atMs).toISOString()),
      act: callAct(draft),
    }));
    await appendActs(transaction, head, changes);
  });
}

/** Selects the events whose call has its outcome. */
async function selectFinished(
  transaction: Transaction,
  organizationId: string,
  eventIds: readonly string[],
): Promise<Set<string>> {
  const rows = await transaction.query<{ subject_id: string }>(SELECT_FINISHED, [organizationId, eventIds]);
  return new Set(rows.map((row) => row.subject_id));
}

const SELECT_FINISHED = `
  SELECT subject_id FROM svc.audit_entries
  WHERE organization_id = $1 AND kind = 'gateway.called' AND subject_id = ANY ($2::text[])`;
