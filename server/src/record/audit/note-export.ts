// SPDX-License-Identifier: Apache-2.0
/** Records that a person exported the chain. */

import type pg from 'pg';
import { inTransaction } from '../../storage/db/index.ts';
import { appendEntries, lockHead } from '../../storage/heads/index.ts';

/** @param lastSeq number of the last entry in the export; this entry comes later, and is not in it */
export async function noteExport(
  pool: pg.Pool,
  organizationId: string,
  accountId: string,
  lastSeq: number,
): Promise<void> {
  await inTransaction(pool, [organizationId], async (transaction) => {
    const head = await lockHead(transaction, organizationId);
    await appendEntries(transaction, head, [
      {
        organizationId,
        at: transaction.clock.now().toISOString(),
        kind: 'audit.exported',
        actor: { type: 'user', id: accountId },
        subject: { type: 'organization', id: organizationId },
        metadata: { lastSeq },
      },
    ]);
  });
}
