// SPDX-License-Identifier: Apache-2.0
/** The filters of a list as they stand in the address: what they say, and how they change. */
import { useSearch } from '@tanstack/react-router';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { unknownBeside } from './address.ts';
import { type SearchChange, useChangeSearch } from './change-search.ts';
import { listPageWords } from './page-words.ts';
import { type FieldSpec, type FilterableId, fieldsOf, knownOf } from './search.ts';

/** The words of a page; every list knows those of decisions. */
export type FieldValues = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Filter {
  field: string;
  value: string;
  name: string;
  operator: string;
  /** The value as a person reads it. */
  shown: string;
  isName: boolean;
}

export interface FilterState {
  fields: Readonly<Record<string, FieldSpec>>;
  filters: readonly Filter[];
  q: string;
  isFiltered: boolean;
  /** Every part of the address that belongs to the list. */
  search: Readonly<Record<string, string>>;
  /** Parts of the address that are no filter here. */
  unknown: Readonly<Record<string, string>>;
  valueName(field: string, value: string): string;
  set(change: SearchChange, isReplacing?: boolean): void;
}

/** Names that a machine gave, which are set like code. */
const NAMED = new Set(['agent', 'resource', 'route', 'kind', 'actor', 'subject', 'session']);

export function useFilters(id: FilterableId, values: FieldValues): FilterState {
  const { messages, format } = useLanguage();
  const words = useWords(listPageWords);
  const set = useChangeSearch();
  const address = useSearch({ strict: false }) as Record<string, string>;
  const search = knownOf(id, address);
  const fields = fieldsOf(id);
  const { q: _q, ...filterable } = fields;
  const known: FieldValues = {
    action: messages.words.actions,
    decision: messages.words.decisions,
    riskLevel: messages.words.riskLevels,
    ...values,
  };
  const valueName = (field: string, value: string) => known[field]?.[value] ?? value;
  const filters = Object.keys(filterable).flatMap((field) => {
    const value = search[field];
    const spec = filterable[field];
    if (value === undefined || spec === undefined) return [];
    return {
      field,
      value,
      name: words.fields[field] ?? field,
      operator: field === 'from' || field === 'to' ? words.operators[field] : words.operators.is,
      shown: spec.kind === 'time' ? format.short(value) : valueName(field, value),
      isName: spec.kind === 'text' && NAMED.has(field),
    };
  });
  return {
    fields: filterable,
    filters,
    q: search.q ?? '',
    isFiltered: filters.length > 0 || search.q !== undefined,
    search,
    unknown: unknownBeside(search, address),
    valueName,
    set,
  };
}

export function filterText({ name, operator, shown }: Filter): string {
  return `${name} ${operator} ${shown}`;
}
