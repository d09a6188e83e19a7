// SPDX-License-Identifier: Apache-2.0
/** Records of one kind as people see them: one of them, and a page of them, from one description. */
import { ApiError } from '../../platform/errors/index.ts';
import type { Condition, Transaction } from '../../storage/db/index.ts';
import type { Reader, Reads } from '../../storage/lists/index.ts';
import {
  listRecords,
  type RecordList,
  type RecordListShape,
  type RecordQuery,
  type SortValue,
  sortedPage,
} from './list-records.ts';

interface ViewDescription<Sort extends string> extends Pick<RecordListShape<Sort>, 'alias' | 'columns' | 'joins'> {
  /** The noun in the sentence of a record that is not there. */
  noun: string;
  /** The table with the schema's name. */
  table: string;
  /** The orders beside those by name and age. */
  sorts: Readonly<Record<Sort, SortValue>>;
}

interface Narrowed {
  filters: readonly Condition[];
  sandbox?: boolean;
}

interface RecordView<Row> {
  /** @param sandbox whether figures beside the record are of TEST keys @throws ApiError 404 */
  row(transaction: Transaction, organizationId: string, id: string, sandbox?: boolean): Promise<Row>;
  /** @throws ApiError 400 for an unreadable cursor, 429 when too much is read at once */
  list<Item>(
    reads: Reads,
    reader: Reader,
    query: RecordQuery,
    narrowed: Narrowed,
    itemOf: (row: Row) => Item,
  ): Promise<RecordList<Item>>;
  /** The same, with what belongs to all rows or to the list. */
  listBeside<Item, Beside>(
    reads: Reads,
    reader: Reader,
    query: RecordQuery,
    narrowed: Narrowed,
    itemOf: (row: Row, beside: Beside) => Item,
    beside: (transaction: Transaction) => Promise<Beside>,
  ): Promise<{ list: RecordList<Item>; beside: Beside }>;
}

/** `$1` is the organization, `$2` tells whether figures are of TEST keys, and `$3` is the moment. */
export function viewOf<Row extends { id: string }, Sort extends string = never>({
  noun,
  table,
  alias,
  columns,
  joins,
  sorts,
}: ViewDescription<Sort>): RecordView<Row> {
  const from = `${table} ${alias}`;
  const all = {
    name: { type: 'text', column: `lower(${alias}.name)` },
    createdAt: { type: 'number', column: `extract(epoch FROM ${alias}.created_at)` },
    ...sorts,
  } as Readonly<Record<string, SortValue>>;
  const selectOne = `
    SELECT ${columns} FROM ${from} ${joins}
    WHERE ${alias}.organization_id = $1 AND ($2::boolean, $3::timestamptz) IS NOT NULL AND ${alias}.id = $4`;
  const view: RecordView<Row> = {
    async row(transaction, organizationId, id, sandbox = false) {
      const values = [organizationId, sandbox, transaction.clock.now(), id];
      const [row] = await transaction.query<Row & Record<string, unknown>>(selectOne, values);
      if (row === undefined) throw new ApiError('not_found', { message: `There is no such ${noun}.` });
      return row;
    },
    listBeside: async (reads, reader, query, { filters, sandbox = false }, itemOf, beside) => {
      const shape = { from, alias, columns, joins, sorts: all, filters, sandbox };
      return await listRecords(reads, reader, sortedPage<string>(query, 'name'), shape, beside, itemOf);
    },
    list: async (reads, reader, query, narrowed, itemOf) =>
      (await view.listBeside(reads, reader, query, narrowed, itemOf, async () => null)).list,
  };
  return view;
}
