// SPDX-License-Identifier: Apache-2.0
/**
 * Reads a page of a list. Without a filter an index gives it. With one, a search looks at rows in the order of the
 * list, step by step. It stops after a bounded number of rows or a bounded time, and says how far it came.
 */
import { SEARCH_ROWS_MAX } from '@svc/contract';
import type pg from 'pg';
import { cursorOf, type Page } from '../../platform/pagination/index.ts';
import { inTransaction, type Transaction } from '../db/index.ts';
import { SEARCH_STEP_ROWS, SEARCH_WITHIN_MS } from './limits.ts';
import type { Reader, Reads } from './reads.ts';
import type { ListShape } from './shape.ts';
import { pageStatement, stepStatement } from './statements.ts';

interface ListAnswer<Item> {
  items: Item[];
  nextCursor: string | null;
  /** The moment of the oldest row that a search looked at; null when it reached the end, and without a search. */
  searchedBackTo: string | null;
}

/**
 * @param shapeOf builds the shape, and may ask the database for what it needs
 * @throws ApiError 429 when the reader reads as much at once as it may; and any error of `shapeOf`
 */
export async function readList<Row extends pg.QueryResultRow, Item>(
  reads: Reads,
  reader: Reader,
  { page, isSearch }: { page: Page; isSearch: boolean },
  shapeOf: (transaction: Transaction) => ListShape<Row> | Promise<ListShape<Row>>,
  itemOf: (row: Row) => Item,
): Promise<ListAnswer<Item>> {
  const { organizationId } = reader;
  return await reads.run(reader, isSearch ? 'search' : 'list', () =>
    inTransaction(reads.pool, [organizationId], async (transaction) => {
      const shape = await shapeOf(transaction);
      const walk: Walk<Row> = { transaction, organizationId, shape };
      const isWalked = isSearch && shape.exact == null;
      const { rows, stoppedAt } = isWalked ? await search(walk, page) : await readPage(walk, page);
      const last = (rows.length > page.limit ? rows[page.limit - 1] : stoppedAt) ?? null;
      return {
        items: rows.slice(0, page.limit).map(itemOf),
        nextCursor: last === null ? null : cursorOf(shape.markOf(last)),
        searchedBackTo: last === null || !isSearch ? null : shape.momentOf(last).toISOString(),
      };
    }),
  );
}

interface Walk<Row> {
  transaction: Transaction;
  organizationId: string;
  shape: ListShape<Row>;
}

interface Found<Row> {
  /** Up to one more than the page holds. */
  rows: Row[];
  /** The last row that was looked at, when others follow that were not. */
  stoppedAt: Row | null;
}

async function readPage<Row extends pg.QueryResultRow>(walk: Walk<Row>, page: Page): Promise<Found<Row>> {
  const { transaction, organizationId, shape } = walk;
  const { text, values } = pageStatement(organizationId, shape, { after: page.after, until: null }, page.limit + 1);
  return { rows: await transaction.queryOnce<Row>(text, values), stoppedAt: null };
}

async function search<Row extends pg.QueryResultRow>(walk: Walk<Row>, page: Page): Promise<Found<Row>> {
  const { transaction, organizationId, shape } = walk;
  const untilMs = performance.now() + SEARCH_WITHIN_MS;
  const rows: Row[] = [];
  let { after } = page;
  for (let looked = SEARCH_STEP_ROWS; ; looked += SEARCH_STEP_ROWS) {
    const step = stepStatement(organizationId, shape, after, SEARCH_STEP_ROWS);
    // No row: fewer are left than a step looks at.
    const [last = null] = await transaction.queryOnce<Row>(step.text, step.values);
    const until = last === null ? null : shape.markOf(last);
    const found = pageStatement(organizationId, shape, { after, until }, page.limit + 1 - rows.length);
    rows.push(...(await transaction.queryOnce<Row>(found.text, found.values)));
    if (rows.length > page.limit || last === null) return { rows, stoppedAt: null };
    after = until;
    if (looked >= SEARCH_ROWS_MAX || performance.now() >= untilMs) return { rows, stoppedAt: last };
  }
}
