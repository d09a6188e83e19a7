/** Compares the records of the file with the stored ones, by name. What to write comes out; nothing is written. */
import type { AuditSubject } from '@svc/core/audit-chain';
import { canonicalJson, type JsonObject, type JsonValue } from '@svc/core/canonical-json';
import type { Fault } from '../faults.ts';
import type { Place } from '../reading/index.ts';

/** One change of an organization: it becomes an audit entry. The metadata never hold secrets or what is of a person. */
export interface Change {
  kind: string;
  subject: AuditSubject;
  metadata: JsonObject;
}

export type Identified<Values> = Values & { id: string };

export interface RecordPlan<Values> {
  creates: Identified<Values>[];
  updates: { record: Identified<Values>; changedFields: string[] }[];
  /** Id of each record that the file names, made or found. */
  idOf: Map<string, string>;
  faults: Fault[];
}

export interface RecordsToPlan<Entry, Values> {
  /** In a message: `agent`. */
  noun: string;
  entries: readonly Entry[];
  /** What is stored, by the key that the file knows it by. */
  stored: ReadonlyMap<string, Identified<Values>>;
  keyOf(entry: Entry): string;
  /** What the record is to be; a field that the file leaves out keeps the stored value. */
  valuesOf(entry: Entry, stored: Values | undefined): Values;
  newId(): string;
}

/** Only what differs is planned, so that applying a file again changes nothing. */
export function planRecords<Entry extends { place: Place; id?: string | undefined }, Values extends object>(
  toPlan: RecordsToPlan<Entry, Values>,
): RecordPlan<Values> {
  const { noun, entries, stored, keyOf, valuesOf, newId } = toPlan;
  const plan: RecordPlan<Values> = { creates: [], updates: [], idOf: new Map(), faults: [] };
  const idsTaken = new Set([...stored.values()].map((record) => record.id));
  for (const entry of entries) {
    const key = keyOf(entry);
    const current = stored.get(key);
    const id = current?.id ?? entry.id ?? newId();
    plan.idOf.set(key, id);
    const fault = idFault(entry, noun, current?.id, idsTaken);
    if (fault !== null) plan.faults.push(fault);
    const record = { ...valuesOf(entry, current), id };
    if (current === undefined) {
      idsTaken.add(id);
      plan.creates.push(record);
      continue;
    }
    const changedFields = fieldsThatDiffer(current, record);
    if (changedFields.length > 0) plan.updates.push({ record, changedFields });
  }
  return plan;
}

function idFault(
  { id, place }: { id?: string | undefined; place: Place },
  noun: string,
  storedId: string | undefined,
  idsTaken: ReadonlySet<string>,
): Fault | null {
  if (id === undefined || id === storedId) return null;
  const position = place.fields.id ?? place.position;
  if (storedId !== undefined) {
    return { position, message: `the stored ${noun} of this name has the id ${storedId}; an id never changes` };
  }
  return idsTaken.has(id) ? { position, message: `the id is already that of another ${noun}` } : null;
}

/** Names of the fields whose values differ, in the order in which the record lists them. */
export function fieldsThatDiffer<Values extends object>(before: Values, after: Values): string[] {
  const names = Object.keys(after) as (keyof Values & string)[];
  return names.filter((name) => canonical(before[name]) !== canonical(after[name]));
}

/** Values of records are JSON, which their types do not say. */
function canonical(value: unknown): string {
  return canonicalJson((value ?? null) as JsonValue);
}

/** `<noun>.created` and `<noun>.updated` for everything planned. `describe` adds what tells the record from others. */
export function changesOf<Values>(
  noun: string,
  plan: RecordPlan<Values>,
  describe: (record: Identified<Values>) => JsonObject,
): Change[] {
  const subject = (record: Identified<Values>): AuditSubject => ({ type: noun, id: record.id });
  return [
    ...plan.creates.map((record) => ({
      kind: `${noun}.created`,
      subject: subject(record),
      metadata: describe(record),
    })),
    ...plan.updates.map(({ record, changedFields }) => ({
      kind: `${noun}.updated`,
      subject: subject(record),
      metadata: { ...describe(record), changedFields },
    })),
  ];
}

/** Everything that the plan writes. */
export function recordsOf<Values>({ creates, updates }: RecordPlan<Values>): Identified<Values>[] {
  return [...creates, ...updates.map((update) => update.record)];
}

/** What the file gives; null when it says so; what is stored when it leaves the field out. */
export function kept<Given, Value>(
  given: Given | null | undefined,
  stored: Value | null | undefined,
  toValue: (given: Given) => Value,
): Value | null {
  if (given === undefined) return stored ?? null;
  return given === null ? null : toValue(given);
}

/** Finds the id of a record that the file names. */
export type IdOf = (name: string) => string;
