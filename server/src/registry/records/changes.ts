// SPDX-License-Identifier: Apache-2.0
/** Audit entries of records: made, changed, deleted, each with the values before and after. */
import type { JsonObject, JsonValue } from '@svc/core/canonical-json';
import type { Change } from '../../storage/heads/index.ts';
import type { Identified, PlannedUpdate, RecordWrites } from './plan-records.ts';

/** Replaces a record's secret in an entry: the chain has many readers, and forgets nothing. */
export const SECRET_SHOWN = 'changed';

/** The words of the audit chain for one kind of record. */
export interface RecordKind<Values> {
  /** Type of the subject and prefix of the entry's kind: `http_route`. */
  type: string;
  /** The fields that tell the record from others. */
  describe(values: Values): JsonObject;
  /** All fields, with `SECRET_SHOWN` for a secret, and without personal data. */
  shown(values: Values): JsonObject;
}

/** One entry for each record that the plan makes or changes. */
export function recordChanges<Values>(kind: RecordKind<Values>, { creates, updates }: RecordWrites<Values>): Change[] {
  return [
    ...creates.map((record) => createdEntry(kind, record)),
    ...updates.map((update) => changedEntry(kind, update)),
  ];
}

export function createdEntry<Values>(kind: RecordKind<Values>, record: Identified<Values>): Change {
  const metadata = { ...kind.describe(record), after: kind.shown(record) };
  return { kind: `${kind.type}.created`, subject: subjectOf(kind, record), metadata };
}

/** The entry holds the changed fields only. */
export function changedEntry<Values>(
  kind: RecordKind<Values>,
  { before, record, changedFields }: PlannedUpdate<Values>,
): Change {
  const metadata = {
    ...kind.describe(record),
    changedFields,
    before: picked(kind.shown(before), changedFields),
    after: picked(kind.shown(record), changedFields),
  };
  return { kind: `${kind.type}.updated`, subject: subjectOf(kind, record), metadata };
}

export function deletedEntry<Values>(kind: RecordKind<Values>, record: Identified<Values>): Change {
  const metadata = { ...kind.describe(record), before: kind.shown(record) };
  return { kind: `${kind.type}.deleted`, subject: subjectOf(kind, record), metadata };
}

function subjectOf<Values>({ type }: RecordKind<Values>, { id }: Identified<Values>) {
  return { type, id };
}

function picked(values: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.map((field): [string, JsonValue] => [field, values[field] ?? null]));
}
