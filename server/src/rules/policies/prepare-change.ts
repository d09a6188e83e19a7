// SPDX-License-Identifier: Apache-2.0
/** Prepares what a change of one policy writes: its text, its size and the metadata of its audit entry. */
import { canonicalJson, type JsonObject, type JsonValue } from '@svc/core/canonical-json';
import type { NormalizedPolicy } from '@svc/core/policy';

/** One change of the set; the policy keeps its id. */
export interface StoredChange {
  change: 'create' | 'update' | 'delete';
  policyId: string;
  before: NormalizedPolicy | null;
  after: NormalizedPolicy | null;
}

export interface PreparedChange {
  change: StoredChange['change'];
  policyId: string;
  name: string;
  /** The policy after it, as JSON; null when it is deleted. */
  afterText: string | null;
  /** Length of the policy before and after it, as JSON. */
  bytes: number;
  /** The fields of the entry that tell of the policy itself. */
  difference: JsonObject;
}

export function prepareChange({ change, policyId, before, after }: StoredChange): PreparedChange {
  const afterText = after === null ? null : JSON.stringify(after);
  const texts = [before === null ? null : JSON.stringify(before), afterText];
  return {
    change,
    policyId,
    name: (after ?? before)?.name ?? '',
    afterText,
    bytes: texts.reduce((sum, text) => sum + (text === null ? 0 : Buffer.byteLength(text)), 0),
    difference: difference(before, after),
  };
}

/** A new or deleted policy appears whole, a changed one with its changed fields. */
function difference(before: NormalizedPolicy | null, after: NormalizedPolicy | null): JsonObject {
  if (before === null || after === null) {
    return { ...(before !== null && { before: fieldsOf(before) }), ...(after !== null && { after: fieldsOf(after) }) };
  }
  const fields = changedFields(before, after);
  return { changedFields: fields, before: fieldsOf(before, fields), after: fieldsOf(after, fields) };
}

/** The present fields, as JSON. */
function fieldsOf(policy: NormalizedPolicy, names: readonly string[] = Object.keys(policy)): JsonObject {
  const values = policy as unknown as Record<string, JsonValue | undefined>;
  return Object.fromEntries(names.map((name): [string, JsonValue] => [name, values[name] ?? null]));
}

/** Names of the fields that differ, in alphabetical order. */
function changedFields(before: NormalizedPolicy, after: NormalizedPolicy): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort() as (keyof NormalizedPolicy)[];
  return names.filter((name) => textOf(before[name]) !== textOf(after[name]));
}

function textOf(value: unknown): string {
  return value === undefined ? '' : canonicalJson(value as JsonValue);
}
