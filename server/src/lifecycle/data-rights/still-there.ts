// SPDX-License-Identifier: Apache-2.0
/** A page of an export. The deletion of an organization breaks its exports off: none ends as if it were whole. */
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { selectGeneration } from '../../storage/heads/index.ts';

/**
 * Each page is read in a transaction of its own, so that a slow reader holds none open.
 * @throws ApiError 401 when the organization is gone
 */
export async function readWhileThere<Result>(
  pool: pg.Pool,
  organizationId: string,
  read: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return await inTransaction(
    pool,
    [organizationId],
    async (transaction) => {
      const [generation, result] = await Promise.all([
        selectGeneration(transaction, organizationId),
        read(transaction),
      ]);
      if (generation === undefined) throw new ApiError('unauthorized', { message: 'The organization was deleted.' });
      return result;
    },
    'snapshot',
  );
}
