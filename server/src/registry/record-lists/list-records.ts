// SPDX-License-Identifier: Apache-2.0
/**
 * Reads a page of a list of records. An organization has at most some ten thousand of a kind, so all of them are looked
 * at. Any order, any filter and the number of matches cost some milliseconds. Figures beside a record are read for the
 * rows of the page alone.
 */

import { fieldFault } from '@svc/contract';
import { invalid } from '../../platform/errors/index.ts';
import { cursorOf, type Page, pageOf } from '../../platform/pagination/index.ts';
import { type Condition, conditionsOf, inTransaction, type Transaction } from '../../storage/db/index.ts';
import { contains, type Reader, type Reads } from '../../storage/lists/index.ts';

/** The value of an order, one for each record: a column, or rows of figures that are summed. Never null. */
export type SortValue =
  | { type: 'text' | 'number'; column: string }
  | {
      type: 'number';
      /**
       * Rows of `id` and `value`. `$1` is the organization, `$2` tells whether the figures are of TEST keys, and `$3`
       * is the moment.
       */
      rows: string;
      /** `sum` or `max`. */
      of: 'sum' | 'max';
    };

export interface RecordListShape<Sort extends string> {
  /** The table and its alias: `svc.agents a`. */
  from: string;
  alias: string;
  sorts: Readonly<Record<Sort, SortValue>>;
  filters: readonly Condition[];
  sandbox: boolean;
  /** The columns of a row, and what is joined to the alias; `$1` to `$3` as above. */
  columns: string;
  joins: string;
}

export interface RecordQuery {
  limit?: string;
  cursor?: string;
  sort?: string;
}

interface Sorted<Sort extends string> {
  page: Page;
  sort: Sort;
  isDescending: boolean;
  /** The value and the id of the last record of the page before. */
  after: { value: string; id: string } | null;
}

/** The order, the value in it and the id of a record. */
const MARK = /^-?[A-Za-z]+ [\w-]* [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws ApiError 400 for a limit out of range, and a cursor of another list or order */
export function sortedPage<Sort extends string>(query: RecordQuery, defaultSort: Sort): Sorted<Sort> {
  const page = pageOf(query, MARK);
  const given = query.sort ?? defaultSort;
  const isDescending = given.startsWith('-');
  const sort = (isDescending ? given.slice(1) : given) as Sort;
  if (page.after === null) return { page, sort, isDescending, after: null };
  const [order, value = '', id = ''] = page.after.split(' ');
  if (order !== given) throw invalid('cursor', fieldFault('OTHER_ORDER'));
  return { page, sort, isDescending, after: { value: Buffer.from(value, 'base64url').toString('utf8'), id } };
}

export interface RecordList<Item> {
  items: Item[];
  nextCursor: string | null;
  total: number;
}

/**
 * @param beside reads what belongs to all rows or to the list
 * @throws ApiError 429 when the reader reads as much at once as it may
 */
export async function listRecords<Row extends { id: string }, Sort extends string, Item, Beside>(
  reads: Reads,
  reader: Reader,
  sorted: Sorted<Sort>,
  shape: RecordListShape<Sort>,
  beside: (transaction: Transaction) => Promise<Beside>,
  itemOf: (row: Row, beside: Beside) => Item,
): Promise<{ list: RecordList<Item>; beside: Beside }> {
  const { organizationId } = reader;
  return await reads.run(reader, 'list', () =>
    inTransaction(reads.pool, [organizationId], async (transaction) => {
      const { text, values } = statementOf(organizationId, transaction.clock.now(), sorted, shape);
      const rows = await transaction.queryOnce<ListRow<Row>>(text, values);
      const read = await beside(transaction);
      const found = rows.filter(({ id }) => id !== null);
      const shown = found.slice(0, sorted.page.limit);
      const last = shown.at(-1);
      const list = {
        items: shown.map((row) => itemOf(row, read)),
        nextCursor: found.length > shown.length && last !== undefined ? cursorAfter(sorted, last) : null,
        total: rows[0]?.total ?? 0,
      };
      return { list, beside: read };
    }),
  );
}

/** A part of the text, or the whole id. */
export function searchIn(texts: string, id: string): (place: string) => string {
  return (place) => `(${contains(place, texts)} OR ${id}::text = lower(${place}))`;
}

type ListRow<Row> = Row & Record<string, unknown> & { sort_value: string; total: number };

function cursorAfter<Sort extends string>(
  { sort, isDescending }: Sorted<Sort>,
  last: { id: string; sort_value: string },
): string {
  const value = Buffer.from(String(last.sort_value), 'utf8').toString('base64url');
  return cursorOf(`${isDescending ? '-' : ''}${sort} ${value} ${last.id}`);
}

/** One row stands for the number alone when the page is empty. */
function statementOf<Sort extends string>(
  organizationId: string,
  now: Date,
  { page, sort, isDescending, after }: Sorted<Sort>,
  { from, alias, sorts, filters, sandbox, columns, joins }: RecordListShape<Sort>,
): { text: string; values: unknown[] } {
  const value = sorts[sort];
  const first = [organizationId, sandbox, now, page.limit + 1, after?.value ?? null, after?.id ?? null];
  const { text: conditions, values } = conditionsOf(first, filters);
  const type = value.type === 'text' ? 'text' : 'numeric';
  const direction = isDescending ? 'DESC' : 'ASC';
  const matching = `FROM ${from} WHERE ${alias}.organization_id = $1 AND ${conditions}`;
  const text = `
    WITH matching AS MATERIALIZED (${valuesOf(value, alias, matching)}),
    cut AS MATERIALIZED (
      SELECT id, value FROM matching
      WHERE $6::uuid IS NULL OR (value, id) ${isDescending ? '<' : '>'} ($5::text::${type}, $6::uuid)
      ORDER BY value ${direction}, id ${direction} LIMIT $4
    )
    SELECT counted.total, cut.value::text AS sort_value, shown.*
    FROM (
      SELECT count(*)::integer AS total, $2::boolean IS NULL OR $3::timestamptz IS NULL AS is_any FROM matching
    ) AS counted
      LEFT JOIN cut ON true
      LEFT JOIN LATERAL (
        SELECT ${columns} FROM ${from} ${joins} WHERE ${alias}.organization_id = $1 AND ${alias}.id = cut.id OFFSET 0
      ) AS shown ON true
    ORDER BY cut.value ${direction}, cut.id ${direction}`;
  return { text, values };
}

/**
 * Figures are added to the records as further rows, and not joined. A planner that takes their table for empty would
 * read it once for each record.
 */
function valuesOf(value: SortValue, alias: string, matching: string): string {
  if ('column' in value) {
    const text = value.type === 'text' ? `${value.column} COLLATE "C"` : `(${value.column})::numeric`;
    return `SELECT ${alias}.id, ${text} AS value ${matching}`;
  }
  return `
    SELECT id, ${value.of}(value)::numeric AS value
    FROM (
      SELECT ${alias}.id, 0 AS value, true AS is_record ${matching}
      UNION ALL
      SELECT id, value, false FROM (${value.rows}) AS figures
    ) AS valued
    GROUP BY id HAVING bool_or(is_record)`;
}
