// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the pages of a list: reading `limit`, `cursor` and moments, and writing the cursor of the next page.
 * Refuses to know what a list holds, and how it marks its items.
 */
import { fieldFault, LIST_ITEMS_DEFAULT, LIST_ITEMS_MAX, readMoment } from '@svc/contract';
import { invalid } from '../errors/index.ts';

/** The query of a list. */
export interface Page {
  /** 1..200 */
  limit: number;
  /** The last item of the page before, in the list's own marking; null for the first page. */
  after: string | null;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** The mark of a list in the order of ids. */
export const UUID_MARK = new RegExp(`^${UUID}$`);
/** The mark of a list in the order of moments, in microseconds; the id decides between two of one moment. */
export const MOMENT_MARK = new RegExp(`^\\d{1,17}:${UUID}$`);

/** @throws ApiError 400 for a limit out of range and a cursor of another list */
export function pageOf(query: { limit?: string; cursor?: string }, mark: RegExp): Page {
  const limit = query.limit === undefined ? LIST_ITEMS_DEFAULT : Number(query.limit);
  const isLimit = query.limit === undefined || (/^\d{1,3}$/.test(query.limit) && limit >= 1 && limit <= LIST_ITEMS_MAX);
  if (!isLimit) throw invalid('limit', `must be a whole number from 1 to ${LIST_ITEMS_MAX}`);
  return { limit, after: query.cursor === undefined ? null : readCursor(query.cursor, mark) };
}

/** @returns epoch milliseconds @throws ApiError 400 for a text that is no moment with its zone */
export function momentIn(field: string, text: string): number {
  const atMs = readMoment(text);
  if (atMs === null) throw invalid(field, fieldFault('NOT_A_MOMENT'));
  return atMs;
}

/** A cursor holds nothing secret; it is encoded so that clients do not rely on its content. */
function readCursor(cursor: string, mark: RegExp): string {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!mark.test(text) || cursorOf(text) !== cursor) throw invalid('cursor', 'is no `nextCursor` of this list');
  return text;
}

/** The cursor of the page after an item with this mark. */
export function cursorOf(mark: string): string {
  return Buffer.from(mark, 'latin1').toString('base64url');
}

/**
 * Cuts the page from one item more than its limit, which tells whether another page follows.
 * @param markOf returns the list's mark of an item
 */
export function pageAnswer<Row, Item>(
  rows: readonly Row[],
  page: Page,
  markOf: (row: Row) => string,
  itemOf: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const nextCursor = rows.length > page.limit && last !== undefined ? cursorOf(markOf(last)) : null;
  return { items: shown.map(itemOf), nextCursor };
}
