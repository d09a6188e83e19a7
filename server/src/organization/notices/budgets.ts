// SPDX-License-Identifier: Apache-2.0
/** Tells who is told of used quotas, by mail, when 80 % of a budget is used: once for each window. */
import type pg from 'pg';
import { enqueueMail } from '../../outgoing/mail/index.ts';
import { inTransaction } from '../../storage/db/index.ts';

/** Looks at some organizations. Two processes at once tell once: the mark of the window commits with its mail. */
export async function noteBudgets(pool: pg.Pool, organizationIds: readonly string[]): Promise<void> {
  if (organizationIds.length === 0) return;
  const found = await inTransaction(pool, organizationIds, (transaction) =>
    transaction.query<FullRow>(SELECT_NEARLY_FULL, [organizationIds, transaction.clock.now()]),
  );
  for (const { organization_id: organizationId, id, start } of found) {
    await inTransaction(pool, [organizationId], async (transaction) => {
      const marked = await transaction.query(MARK_WINDOW, [organizationId, id, start]);
      if (marked.length > 0) await enqueueMail(transaction, { kind: 'budget.used', organizationId, subjectId: id });
    });
  }
}

interface FullRow {
  [column: string]: unknown;
  organization_id: string;
  id: string;
  start: Date;
}

/** Counts of TEST keys are told to no person. No window is longer than a month. */
const SELECT_NEARLY_FULL = `
  SELECT b.organization_id, b.id, max(c.window_start) AS start
  FROM svc.budgets b JOIN svc.counters c ON c.organization_id = b.organization_id AND c.of = b.id
  WHERE b.organization_id = ANY ($1::uuid[]) AND b.spec ->> 'enabled' <> 'false' AND NOT c.sandbox
    AND c.window_start > $2::timestamptz - interval '32 days' AND c.window_start <= $2 AND c.window_end > $2
    AND b.noticed_window IS DISTINCT FROM c.window_start
    AND c.used * 5 >= 4 * ((b.spec ->> 'limit')::bigint
      + CASE WHEN b.raised_window = c.window_start THEN b.raised_amount ELSE 0 END)
  GROUP BY b.organization_id, b.id ORDER BY b.organization_id, b.id`;

const MARK_WINDOW = `
  UPDATE svc.budgets SET noticed_window = $3
  WHERE organization_id = $1 AND id = $2 AND noticed_window IS DISTINCT FROM $3 RETURNING 1`;
