// SPDX-License-Identifier: Apache-2.0
/** Deletes grants that ended before the events that an organization keeps. Their audit entries stay. */
import type pg from 'pg';
import { pagesOfOrganizations } from '../../organization/organizations/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { selectTerms } from './terms.ts';

/** One piece of work for each page of organizations. It gets how many rows to delete, and returns how many it did. */
export async function* oldGrants(pool: pg.Pool): AsyncGenerator<(rowsMax: number) => Promise<number>> {
  for await (const page of pagesOfOrganizations(pool)) {
    yield async (rowsMax) => {
      const terms = await inTransaction(pool, page, (transaction) =>
        selectTerms(transaction, page, pool.clock.nowMs()),
      );
      let deleted = 0;
      for (const { organizationId, before } of terms) {
        const values = [organizationId, before, rowsMax];
        const rows = await inTransaction(pool, [organizationId], (transaction) =>
          transaction.query(DELETE_OLD, values),
        );
        deleted += rows.length;
      }
      return deleted;
    };
  }
}

const DELETE_OLD = `
  DELETE FROM svc.grants WHERE organization_id = $1 AND id IN (
    SELECT id FROM svc.grants WHERE organization_id = $1 AND ended_at < $2 ORDER BY ended_at LIMIT $3
  )
  RETURNING 1`;
