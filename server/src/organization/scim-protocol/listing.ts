// SPDX-License-Identifier: Apache-2.0
/** The query of a list, and which attributes an answer has. */
import { SCIM_FILTER_CHARACTERS_MAX, SCIM_PAGE_DEFAULT, SCIM_PAGE_MAX, SCIM_USERS_MAX } from '@svc/contract';
import { badRequest } from './fault.ts';
import { type Filter, parseFilter } from './filter.ts';
import { attributeName } from './names.ts';

export interface Shown {
  /** In lower case; null for all. */
  attributes: ReadonlySet<string> | null;
  excluded: ReadonlySet<string>;
}

export interface Listing {
  filter: Filter | null;
  /** From 1. */
  startIndex: number;
  count: number;
  shown: Shown;
}

export type ScimQuery = Readonly<Record<string, unknown>>;

/** @throws ScimFault 400 */
export function listingOf(query: ScimQuery): Listing {
  const filter = parameter(query, 'filter');
  return {
    filter: filter === null || filter.trim() === '' ? null : parseFilter(filter),
    startIndex: Math.max(1, numberOf(query, 'startIndex', 1, SCIM_USERS_MAX + 1)),
    count: Math.max(0, numberOf(query, 'count', SCIM_PAGE_DEFAULT, SCIM_PAGE_MAX)),
    shown: shownOf(query),
  };
}

/** @throws ScimFault 400 */
export function shownOf(query: ScimQuery): Shown {
  const attributes = namesOf(query, 'attributes');
  const excluded = namesOf(query, 'excludedAttributes');
  if (attributes !== null && excluded !== null) {
    throw badRequest('invalidValue', 'Send attributes or excludedAttributes, not both.');
  }
  return { attributes, excluded: excluded ?? new Set() };
}

function parameter(query: ScimQuery, name: string): string | null {
  const value = query[name];
  if (value === undefined) return null;
  if (typeof value === 'string') return value;
  throw badRequest('invalidValue', `${name} stands in the address more than once.`);
}

/** Too large a number becomes the largest, as RFC 7644 has it for pages. */
function numberOf(query: ScimQuery, name: string, usual: number, most: number): number {
  const text = parameter(query, name);
  if (text === null || text === '') return usual;
  if (!/^-?\d{1,12}$/.test(text)) throw badRequest('invalidValue', `${name} is a whole number.`);
  return Math.min(most, Number(text));
}

function namesOf(query: ScimQuery, name: string): ReadonlySet<string> | null {
  const text = parameter(query, name);
  if (text === null || text.trim() === '') return null;
  if (text.length > SCIM_FILTER_CHARACTERS_MAX) throw badRequest('invalidValue', `${name} is too long.`);
  return new Set(text.split(',').map((one) => attributeName(one.trim())));
}

type Document = Readonly<Record<string, unknown>>;

/** `schemas` and `id` are in each answer. */
export function shownPart(document: Document, { attributes, excluded }: Shown): Document {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(document)) {
    const isAlways = name === 'schemas' || name === 'id';
    const part = isAlways ? value : partShown(name.toLowerCase(), value, attributes, excluded);
    if (part !== undefined) kept[name] = part;
  }
  return kept;
}

function partShown(
  name: string,
  value: unknown,
  attributes: Shown['attributes'],
  excluded: Shown['excluded'],
): unknown {
  if (excluded.has(name)) return undefined;
  if (attributes?.has(name) === true) return value;
  const isWanted = (part: string) => {
    const path = `${name}.${part.toLowerCase()}`;
    return attributes === null ? !excluded.has(path) : attributes.has(path);
  };
  const asked = attributes ?? excluded;
  if (![...asked].some((one) => one.startsWith(`${name}.`))) return attributes === null ? value : undefined;
  const ofObject = (one: unknown) =>
    typeof one === 'object' && one !== null
      ? Object.fromEntries(Object.entries(one).filter(([part]) => isWanted(part)))
      : one;
  return Array.isArray(value) ? value.map(ofObject) : ofObject(value);
}

const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

export function listDocument(
  resources: readonly Document[],
  { total, startIndex }: { total: number; startIndex: number },
) {
  return {
    schemas: [LIST_SCHEMA],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
