// SPDX-License-Identifier: Apache-2.0
/** Goes through all that ends by its age, in batches. Two concurrent runs delete the same rows, which does no harm. */
import type pg from 'pg';
import { forgetDecisionSums } from '../../measures/counts/index.ts';
import { deleteOldInvitations } from '../../organization/members/index.ts';
import { pagesOfOrganizations } from '../../organization/organizations/index.ts';
import { inTransaction, queryAcross } from '../../storage/db/index.ts';
import { deleteOfOrganizationSql, deleteSql, ENDED_ROWS, type EndedRows, selectKeysSql } from './ended-rows.ts';
import { oldGrants } from './old-grants.ts';
import { deleteOldRecoveries } from './old-recoveries.ts';

/** @returns the number of deleted rows; fewer than `rowsMax` were the last */
type DeleteSome = (rowsMax: number) => Promise<number>;

const ROWS_PER_BATCH_MAX = 1_000;
/** One run does no more of one kind of row, so that the others get their turn. */
const FULL_BATCHES_MAX = 500;

/**
 * A kind of row that fails delays no other.
 * @param signal stops between two batches
 * @returns the least number of rows still left: 0 when all that are over are deleted
 * @throws AggregateError when kinds of rows failed, after the others are done
 */
export async function deleteEndedRows(pool: pg.Pool, signal: AbortSignal): Promise<number> {
  const failures: unknown[] = [];
  let left = 0;
  for (const parts of kindsOfRows(pool)) {
    try {
      left += await deleteParts(parts, signal);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures);
  return left;
}

type Parts = Iterable<DeleteSome> | AsyncIterable<DeleteSome>;

/** Each kind is one part, or one for each page of organizations. */
function kindsOfRows(pool: pg.Pool): Parts[] {
  return [
    ...ENDED_ROWS.map((ended) => (ended.scope === 'organizations' ? byPage(pool, ended) : [byTable(pool, ended)])),
    oldGrants(pool),
    [(rowsMax) => deleteOldRecoveries(pool, rowsMax)],
    [(rowsMax) => deleteOldInvitations(pool, pool.clock.nowMs(), rowsMax)],
    [(rowsMax) => forgetDecisionSums(pool, pool.clock.nowMs(), rowsMax)],
  ];
}

function byTable(pool: pg.Pool, ended: EndedRows): DeleteSome {
  const tables = ended.scope === 'across' ? [ended.table] : [];
  const sql = deleteSql(ended);
  return async (rowsMax) => (await queryAcross(pool, tables, sql, [pool.clock.now(), rowsMax])).length;
}

async function* byPage(pool: pg.Pool, ended: EndedRows): AsyncGenerator<DeleteSome> {
  const [select, remove] = [selectKeysSql(ended), deleteOfOrganizationSql(ended)];
  for await (const page of pagesOfOrganizations(pool)) {
    yield async (rowsMax) => {
      const now = pool.clock.now();
      const found = await inTransaction(pool, page, (transaction) =>
        transaction.query<OldKeys>(select, [now, rowsMax, page]),
      );
      let deleted = 0;
      for (const { organization_id: id, keys } of found) {
        const values = [now, id, JSON.stringify(keys)];
        deleted += (await inTransaction(pool, [id], (transaction) => transaction.query(remove, values))).length;
      }
      return deleted;
    };
  }
}

interface OldKeys {
  organization_id: string;
  keys: Record<string, string>[];
}

async function deleteParts(parts: Parts, signal: AbortSignal): Promise<number> {
  let full = 0;
  for await (const deleteSome of parts) {
    for (let isMore = true; isMore; full += Number(isMore)) {
      if (signal.aborted || full >= FULL_BATCHES_MAX) return ROWS_PER_BATCH_MAX;
      isMore = (await deleteSome(ROWS_PER_BATCH_MAX)) >= ROWS_PER_BATCH_MAX;
    }
  }
  return 0;
}
