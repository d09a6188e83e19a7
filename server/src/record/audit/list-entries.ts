// SPDX-License-Identifier: Apache-2.0
/** Lists the entries of an audit chain, newest first, and reads one. */
import type { AuditItem, AuditList } from '@svc/contract';
import { ApiError } from '../../platform/errors/index.ts';
import { cursorOf, type Page } from '../../platform/pagination/index.ts';
import { type Condition, inTransaction, type Transaction } from '../../storage/db/index.ts';
import {
  contains,
  type ListShape,
  momentOf,
  numbersAround,
  type Reader,
  type Reads,
  readList,
} from '../../storage/lists/index.ts';
import { type Archive, archivedBundles, NO_ARCHIVE, readArchived, TILE_WIDTH } from '../archive/index.ts';
import { type EntryFilters, listArchived, mayBeArchived } from './list-archived.ts';
import { ENTRIES, itemOf, type Row, rowsOfArchived, SELECT_ENTRY, withDecisions } from './list-rows.ts';

/** The number of an entry marks its position. */
export const ENTRY_MARK = /^[1-9]\d{0,14}$/;

/** Entries are numbered as they commit: within so many, their times may be in another order. */
const NUMBERS_OUT_OF_TIME_MAX = 5_000;

/**
 * Rows come first, and then what is archived of the same list.
 * @throws ApiError 400 for an unreadable time, 429 when too much is searched at once, 503 when a file cannot be read
 */
export async function listEntries(
  reads: Reads,
  reader: Reader,
  query: EntryFilters,
  page: Page,
  archive: Archive = NO_ARCHIVE,
): Promise<AuditList> {
  const { organizationId } = reader;
  const moments = { from: momentOf('from', query.from), to: momentOf('to', query.to) };
  const isSearch = Object.values(query).some((filter) => filter !== undefined);
  let bounds: Bounds = { lowest: null, highest: null };
  let archived = 0;
  const shapeOf = async (transaction: Transaction): Promise<ListShape<Row>> => {
    bounds = await numbersBetween(transaction, organizationId, moments.from, moments.to);
    if (mayBeArchived(query)) archived = TILE_WIDTH * (await archivedBundles(transaction, organizationId));
    const lowest = archived === 0 ? bounds.lowest : [Math.max(archived + 1, bounds.lowest?.[0] ?? 0)];
    return { ...ENTRIES, ...bounds, lowest, filters: filtersOf(query, moments) };
  };
  const answer = await readList(reads, reader, { page, isSearch }, shapeOf, (row: Row) => row);
  const { items: rows, ...ended } = answer;
  const isMore = answer.nextCursor === null && archived >= Math.max(bounds.lowest?.[0] ?? 1, 1);
  const rest = { limit: page.limit - rows.length, after: page.after === null ? null : Number(page.after) };
  const range = { lowest: bounds.lowest?.[0] ?? 1, highest: Math.min(bounds.highest?.[0] ?? archived, archived) };
  const found = isMore
    ? await reads.run(reader, isSearch ? 'search' : 'list', () =>
        listArchived({ pool: reads.pool, archive, organizationId }, { query, moments, isSearch, range }, rest),
      )
    : { rows: [], stoppedAt: null };
  const items = await withDecisions(reads.pool, archive, organizationId, [...rows, ...found.rows]);
  const { stoppedAt } = found;
  return {
    items: items.map(itemOf),
    nextCursor: stoppedAt === null ? ended.nextCursor : cursorOf(String(stoppedAt.seq)),
    searchedBackTo: stoppedAt === null || !isSearch ? ended.searchedBackTo : stoppedAt.at,
  };
}

/** With all its metadata, however long. @throws ApiError 404; 429 when too much is read at once; 503 */
export async function readEntry(
  reads: Reads,
  reader: Reader,
  seq: number,
  archive: Archive = NO_ARCHIVE,
): Promise<AuditItem> {
  const { pool } = reads;
  const { organizationId } = reader;
  const found = await reads.run(reader, 'list', async () => {
    const rows = await inTransaction(pool, [organizationId], (transaction) =>
      transaction.query<Row>(SELECT_ENTRY, [organizationId, seq]),
    );
    if (rows.length > 0) return await withDecisions(pool, archive, organizationId, rows);
    const archived = await readArchived(pool, archive, organizationId, [seq]);
    return await inTransaction(pool, [organizationId], (transaction) =>
      rowsOfArchived(transaction, organizationId, [...archived.values()]),
    );
  });
  const [row] = found;
  if (row === undefined) throw new ApiError('not_found', { message: 'There is no such entry.' });
  return itemOf(row);
}

interface Bounds {
  lowest: [number] | null;
  highest: [number] | null;
}

/** A search begins at `to` and ends at `from`. */
async function numbersBetween(
  transaction: Transaction,
  organizationId: string,
  from: Date | null,
  to: Date | null,
): Promise<Bounds> {
  const first = from === null ? null : await numbersAround(transaction, organizationId, from);
  const last = to === null ? null : await numbersAround(transaction, organizationId, to);
  return {
    lowest: first && [first.below - NUMBERS_OUT_OF_TIME_MAX],
    highest: last && [Math.min(last.above + NUMBERS_OUT_OF_TIME_MAX, Number.MAX_SAFE_INTEGER)],
  };
}

function filtersOf(query: EntryFilters, { from, to }: Record<'from' | 'to', Date | null>): Condition[] {
  return [
    [query.kind, (place) => `(e.kind = ${place} OR starts_with(e.kind, ${place} || '.'))`],
    [query.actor, (place) => `e.actor_id = ${place}`],
    [query.subject, (place) => `e.subject_id = ${place}`],
    [query.q, searchCondition],
    [from, (place) => `e.at >= ${place}::timestamptz`],
    [to, (place) => `e.at < ${place}::timestamptz`],
  ];
}

const searchCondition = (place: string): string => `(
    e.seq::text = ${place}
    OR lower(${place}) IN (e.subject_id, e.actor_id, encode(e.hash, 'hex'))
    OR ${contains(place, 'e.kind', 'e.metadata::text')}
  )`;
