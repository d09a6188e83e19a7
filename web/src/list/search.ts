// SPDX-License-Identifier: Apache-2.0
/** The state of a list in the address: its filters, its search, the order and the open row. */
import type { AppListId } from '@svc/contract';
import { isMoment } from '@svc/contract/moment';
import { QUERY_FIELDS } from '../api/query-table.ts';
import { type ListInput, pagesOf } from '../api/reading.ts';

export type FilterableId = keyof typeof QUERY_FIELDS;
export type ListId = FilterableId & AppListId;
/** The shell has the choice between live and sandbox for every page; the head of the list has the order. */
type NoFilter = 'sandbox' | 'sort';

export type FieldSpec =
  | { kind: 'word'; words: readonly string[] }
  | { kind: 'text'; charactersMax: number }
  | { kind: 'time' };

type ValueOf<Field> = Field extends { words: readonly (infer Word)[] } ? Word : string;
type Fields<Id extends FilterableId> = (typeof QUERY_FIELDS)[Id];

type Filters<Id extends FilterableId> = {
  [Name in Exclude<keyof Fields<Id>, NoFilter>]?: ValueOf<Fields<Id>[Name]>;
};
export type ListSearch<Id extends FilterableId> = Filters<Id> & {
  /** The key of the row whose drawer is open. */
  open?: string;
  /** The id of a column; with a minus before it from the highest down. */
  sort?: string;
};

export function fieldsOf(id: FilterableId): Readonly<Record<string, FieldSpec>> {
  const { sandbox: _sandbox, sort: _sort, ...fields } = QUERY_FIELDS[id] as Record<string, FieldSpec>;
  return fields;
}

/** The orders that the service gives, as in the address; null where it gives one alone. */
export function ordersOf(id: FilterableId): readonly string[] | null {
  const { sort } = QUERY_FIELDS[id] as Record<string, FieldSpec>;
  return sort?.kind === 'word' ? sort.words : null;
}

/** The part of the address that the list understands. */
export function knownOf(id: FilterableId, search: Record<string, unknown>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, spec] of Object.entries(fieldsOf(id))) {
    const value = search[name];
    if (typeof value === 'string' && isAllowed(value, spec)) kept[name] = value;
  }
  const { open, sort } = search;
  if (typeof open === 'string' && open !== '') kept.open = open;
  const isOrder = typeof sort === 'string' && sort !== '' && ordersOf(id)?.includes(sort) !== false;
  if (isOrder) kept.sort = sort;
  return kept;
}

function isAllowed(value: string, spec: FieldSpec): boolean {
  if (value === '') return false;
  if (spec.kind === 'word') return spec.words.includes(value);
  return spec.kind === 'text' ? value.length <= spec.charactersMax : isMoment(value);
}

/**
 * The question that a list asks: its page and its row of `routes-loads.ts` ask the same one.
 * @param address of the list, with parts that it may not know
 */
export function listQuery<Id extends ListId>(id: Id, address: Record<string, unknown>, isSandbox: boolean) {
  const { open: _open, sort, ...filters } = knownOf(id, address);
  const order = ordersOf(id) === null ? {} : { sort };
  const kind = 'sandbox' in QUERY_FIELDS[id] ? { sandbox: String(isSandbox) } : {};
  return pagesOf(id, { query: { ...filters, ...order, ...kind } } as unknown as ListInput<Id>);
}
