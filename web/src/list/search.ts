/** The state of a list in the address: its filters, its search, the order and the open row. */
import { QUERY_FIELDS } from '../api/query-table.ts';

export type FilterableId = keyof typeof QUERY_FIELDS;
/** The shell has the choice between live and sandbox for every page. */
type OfShell = 'sandbox' | 'testKey';

export type FieldSpec =
  | { kind: 'word'; words: readonly string[] }
  | { kind: 'text'; charactersMax: number }
  | { kind: 'time' };

type ValueOf<Field> = Field extends { words: readonly (infer Word)[] } ? Word : string;
type Fields<Id extends FilterableId> = (typeof QUERY_FIELDS)[Id];

type Filters<Id extends FilterableId> = {
  [Name in Exclude<keyof Fields<Id>, OfShell>]?: ValueOf<Fields<Id>[Name]>;
};
export type ListSearch<Id extends FilterableId> = Filters<Id> & {
  /** The key of the row whose drawer is open. */
  open?: string;
  /** The id of a column; with a minus before it from the highest down. */
  sort?: string;
};

export function fieldsOf(id: FilterableId): Readonly<Record<string, FieldSpec>> {
  const { sandbox: _sandbox, testKey: _testKey, ...fields } = QUERY_FIELDS[id] as Record<string, FieldSpec>;
  return fields;
}

/** Values that a query would refuse are left out, because any person can write an address. */
export function listSearchOf<Id extends FilterableId>(id: Id, search: Record<string, unknown>): ListSearch<Id> {
  const kept: Record<string, string> = {};
  for (const [name, spec] of Object.entries(fieldsOf(id))) {
    const value = search[name];
    if (typeof value === 'string' && isAllowed(value, spec)) kept[name] = value;
  }
  for (const name of ['open', 'sort']) {
    const value = search[name];
    if (typeof value === 'string' && value !== '') kept[name] = value;
  }
  return kept as ListSearch<Id>;
}

function isAllowed(value: string, spec: FieldSpec): boolean {
  if (value === '') return false;
  if (spec.kind === 'word') return spec.words.includes(value);
  return spec.kind === 'text' ? value.length <= spec.charactersMax : !Number.isNaN(Date.parse(value));
}
