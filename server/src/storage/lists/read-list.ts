// SPDX-License-Identifier: Apache-2.0
/**
 * Reads a page of a list. Without a filter an index gives it. With one, a search looks at rows in the order of the
 * list, step by step, in the parts that can hold something. It stops after a bounded number of rows or a bounded time,
 * and says how far it came.
 */
import { SEARCH_ROWS_MAX } from '@svc/contract';
import type pg from 'pg';
import { cursorOf, type Page } from '../../platform/pagination/index.ts';
import { inTransaction, type Transaction } from '../db/index.ts';
import { SEARCH_STEP_ROWS, SEARCH_WITHIN_MS } from './limits.ts';
import type { Reader, Reads } from './reads.ts';
import type { ListPart, ListShape } from './shape.ts';
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
      const lastRow = rows.length > page.limit ? rows[page.limit - 1] : undefined;
      const last = lastRow === undefined ? stoppedAt : placeOf(shape, lastRow);
      return {
        items: rows.slice(0, page.limit).map(itemOf),
        nextCursor: last === null ? null : cursorOf(last.mark),
        searchedBackTo: last === null || !isSearch ? null : last.at.toISOString(),
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
  /** The end of what was looked at, when rows follow that were not. */
  stoppedAt: Place | null;
}

interface Place {
  mark: string;
  at: Date;
}

const placeOf = <Row>(shape: ListShape<Row>, row: Row): Place => ({ mark: shape.markOf(row), at: shape.momentOf(row) });

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
  let looked = 0;
  const isOver = () => looked >= SEARCH_ROWS_MAX || performance.now() >= untilMs;
  let ended: ListPart | null = null;
  for (const part of shape.parts ?? [null]) {
    const bounded = { ...shape, ...part };
    if (ended !== null && isOver()) {
      const step = stepStatement(organizationId, bounded, after, 1);
      const [next] = await transaction.queryOnce<Row>(step.text, step.values);
      if (next !== undefined) return { rows, stoppedAt: { mark: ended.endMark, at: shape.momentOf(next) } };
    }
    for (let last: Row | null = null, isMore = true; isMore; isMore = last !== null) {
      const step = stepStatement(organizationId, bounded, after, SEARCH_STEP_ROWS);
      // No row: fewer are left than a step looks at.
      last = (await transaction.queryOnce<Row>(step.text, step.values))[0] ?? null;
      const until = last === null ? null : shape.markOf(last);
      const found = pageStatement(organizationId, bounded, { after, until }, page.limit + 1 - rows.length);
      rows.push(...(await transaction.queryOnce<Row>(found.text, found.values)));
      looked += Math.min(SEARCH_STEP_ROWS, part?.rowsMax ?? SEARCH_STEP_ROWS);
      if (rows.length > page.limit) return { rows, stoppedAt: null };
      after = until ?? after;
      if (last !== null && isOver()) return { rows, stoppedAt: placeOf(shape, last) };
    }
    ended = part;
  }
  return { rows, stoppedAt: null };
}
