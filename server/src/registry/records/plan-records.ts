// SPDX-License-Identifier: Apache-2.0
/** Compares given records with the stored ones, by name. The result is the rows to write; nothing is written here. */
import { type FieldFault, fieldFault } from '@svc/contract';
import { canonicalJson, type JsonValue } from '@svc/core/canonical-json';

export type Identified<Values> = Values & { id: string };

/** A reason why one of the given records cannot be written. */
export interface RecordFault {
  /** Index of the record among the given ones. */
  index: number;
  /** The fields of the fault, the main one first. */
  fields: readonly string[];
  message: FieldFault | string;
}

export interface PlannedUpdate<Values> {
  before: Identified<Values>;
  record: Identified<Values>;
  /** Names of the fields that differ. */
  changedFields: string[];
}

/** The records to write. */
export interface RecordWrites<Values> {
  creates: Identified<Values>[];
  updates: PlannedUpdate<Values>[];
}

export interface RecordPlan<Values> extends RecordWrites<Values> {
  /** Id of each given record, made or found. */
  idOf: Map<string, string>;
  faults: RecordFault[];
}

export interface RecordsToPlan<Given, Values> {
  /** The noun in messages: `agent`. */
  noun: string;
  given: readonly Given[];
  /** Stored records, by the key that tells one from another. */
  stored: ReadonlyMap<string, Identified<Values>>;
  keyOf(given: Given): string;
  /** The new values of a record; a field that is left out keeps the stored value. */
  valuesOf(given: Given, stored: Values | undefined): Values;
  newId(): string;
}

/** Only differences are planned, so that the same values change nothing the second time. */
export function planRecords<Given extends { id?: string | undefined }, Values extends object>(
  toPlan: RecordsToPlan<Given, Values>,
): RecordPlan<Values> {
  const { noun, given, stored, keyOf, valuesOf, newId } = toPlan;
  const plan: RecordPlan<Values> = { creates: [], updates: [], idOf: new Map(), faults: [] };
  const idsTaken = new Set([...stored.values()].map((record) => record.id));
  given.forEach((one, index) => {
    const key = keyOf(one);
    const current = stored.get(key);
    const id = current?.id ?? one.id ?? newId();
    plan.idOf.set(key, id);
    const message = idFault(one.id, noun, current?.id, idsTaken);
    if (message !== null) plan.faults.push({ index, fields: ['id'], message });
    const record = { ...valuesOf(one, current), id };
    if (current === undefined) {
      idsTaken.add(id);
      plan.creates.push(record);
    } else plan.updates.push(...updatesOf(current, record));
  });
  return plan;
}

/** The plan that brings one stored record to these values. */
export function planChange<Values extends object>(
  before: Identified<Values>,
  record: Identified<Values>,
): RecordPlan<Values> {
  return { creates: [], updates: updatesOf(before, record), idOf: new Map(), faults: [] };
}

function updatesOf<Values extends object>(
  before: Identified<Values>,
  record: Identified<Values>,
): PlannedUpdate<Values>[] {
  const changedFields = fieldsThatDiffer(before, record);
  return changedFields.length === 0 ? [] : [{ before, record, changedFields }];
}

function idFault(
  id: string | undefined,
  noun: string,
  storedId: string | undefined,
  idsTaken: ReadonlySet<string>,
): FieldFault | string | null {
  if (id === undefined || id === storedId) return null;
  if (storedId !== undefined) return fieldFault('ID_FIXED', { noun, id: storedId });
  return idsTaken.has(id) ? `the id is already that of another ${noun}` : null;
}

/** Names of the fields whose values differ, in the order of the record's fields. */
export function fieldsThatDiffer<Values extends object>(before: Values, after: Values): string[] {
  const names = Object.keys(after) as (keyof Values & string)[];
  return names.filter((name) => canonical(before[name]) !== canonical(after[name]));
}

/** Values of records are JSON, which their types hide. */
function canonical(value: unknown): string {
  return canonicalJson((value ?? null) as JsonValue);
}

/** All rows that the plan writes. */
export function recordsOf<Values>({ creates, updates }: RecordWrites<Values>): Identified<Values>[] {
  return [...creates, ...updates.map((update) => update.record)];
}

/** The given value, including null; the stored value when the field is omitted. */
export function kept<Value>(given: Value | null | undefined, stored: Value | null | undefined): Value | null {
  return given === undefined ? (stored ?? null) : given;
}
