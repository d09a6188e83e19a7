// SPDX-License-Identifier: Apache-2.0
/** Records of one kind as the chain tells them: made whole, changed by field, deleted. */
import type { JsonObject, JsonValue } from '../canonical-json/index.ts';

export interface Records<Value> {
  /** undefined without such a record, null where this build cannot read it. */
  get(id: string): Value | null | undefined;
  /** All that this build can read. */
  readable(): Value[];
  /** Some record is one that this build cannot read. */
  hasUnreadable(): boolean;
  create(id: string, after: JsonValue | undefined): void;
  /** Fields that `after` tells, null for one that is gone; the others stay. */
  update(id: string, after: JsonValue | undefined): void;
  remove(id: string): void;
  /** As the entries tell it. */
  raw(id: string): JsonObject | undefined;
  size(): number;
  /** Length of all records as JSON. */
  characters(): number;
}

interface Known<Value> {
  raw: JsonObject;
  value: Value | null;
  characters: number;
}

/** About what an empty record takes. */
const CHARACTERS_OF_RECORD = 200;

export function openRecords<Value>(read: (id: string, raw: JsonObject) => Value | null): Records<Value> {
  const known = new Map<string, Known<Value>>();
  let characters = 0;
  let unreadable = 0;

  function put(id: string, raw: JsonObject): void {
    remove(id);
    const value = read(id, raw);
    const one = { raw, value, characters: CHARACTERS_OF_RECORD + JSON.stringify(raw).length };
    known.set(id, one);
    characters += one.characters;
    if (value === null) unreadable += 1;
  }

  function remove(id: string): void {
    const one = known.get(id);
    if (one === undefined) return;
    known.delete(id);
    characters -= one.characters;
    if (one.value === null) unreadable -= 1;
  }

  return {
    get: (id) => known.get(id)?.value,
    readable: () => [...known.values()].flatMap(({ value }) => (value === null ? [] : [value])),
    hasUnreadable: () => unreadable > 0,
    create: (id, after) => put(id, fieldsOf(after)),
    update: (id, after) => put(id, { ...known.get(id)?.raw, ...fieldsOf(after) }),
    remove,
    raw: (id) => known.get(id)?.raw,
    size: () => known.size,
    characters: () => characters,
  };
}

/** Free text decides nothing. */
const NOT_KEPT = new Set(['description']);

function fieldsOf(value: JsonValue | undefined): JsonObject {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([field]) => !NOT_KEPT.has(field)));
}
