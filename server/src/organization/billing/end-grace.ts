// SPDX-License-Identifier: Apache-2.0
/** Ends the plans whose grace is over. */
import type pg from 'pg';
import { inTransaction } from '../../storage/db/index.ts';
import { lockHead } from '../../storage/heads/index.ts';
import { selectAccount, writeAccount } from './rows.ts';
import { endPlan } from './sync.ts';

/** Once for each grace: a plan that the operator gives afterwards stays. */
export async function endGraces(pool: pg.Pool, organizationIds: readonly string[], nowMs: number): Promise<void> {
  if (organizationIds.length === 0) return;
  const due = await inTransaction(pool, organizationIds, (transaction) =>
    transaction.query<{ organization_id: string }>(SELECT_DUE, [organizationIds, new Date(nowMs)]),
  );
  for (const { organization_id: organizationId } of due) {
    await inTransaction(pool, [organizationId], async (transaction) => {
      const head = await lockHead(transaction, organizationId);
      const account = await selectAccount(transaction, organizationId);
      if (account === null || account.lapsedAt !== null) return;
      // It may have been paid since it was selected.
      if (account.graceEndsAt === null || account.graceEndsAt.getTime() > nowMs) return;
      await writeAccount(transaction, organizationId, { ...account, lapsedAt: new Date(nowMs) });
      await endPlan(transaction, head, nowMs);
    });
  }
}

const SELECT_DUE = `
  SELECT b.organization_id FROM svc.billing_accounts b JOIN svc.organization_heads h USING (organization_id)
  WHERE b.organization_id = ANY ($1::uuid[]) AND b.grace_ends_at <= $2 AND b.lapsed_at IS NULL
  ORDER BY b.organization_id`;
