// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the display of a plan of changes: each policy or budget with its fields before and after, and the impact of the
 * plan. It refuses to know how either is made.
 */
import type { ChangeOperation } from '@svc/contract/enums';
import { canonicalJson, type JsonValue } from '@svc/core/canonical-json';
import { type Paint, plain } from '../output/index.ts';

export { differenceLines, looserLines } from './difference-lines.ts';
export { impactLines, impactOfBudgetsLines } from './impact-lines.ts';

interface FieldChange {
  /** A path such as `decision` or `condition.anyOf[0].minRecords`. */
  readonly field: string;
  /** null when the field is new. */
  readonly before: JsonValue;
  /** null when the field is gone. */
  readonly after: JsonValue;
}

export interface ShownChange {
  readonly name: string;
  readonly op: ChangeOperation;
  readonly fields: readonly FieldChange[];
}

/** The changes with the fields that differ. A default that is written out makes no difference. */
export function explainChanges<Spec extends { name: string }>(
  changes: readonly { readonly name: string; readonly op: ChangeOperation }[],
  stored: readonly Spec[],
  payload: readonly Spec[],
  normalize: (spec: Spec) => object,
): ShownChange[] {
  const writtenByName = (specs: readonly Spec[]) => new Map(specs.map((spec) => [spec.name, normalize(spec)]));
  const [storedByName, payloadByName] = [writtenByName(stored), writtenByName(payload)];
  return changes.map(({ name, op }) => ({
    name,
    op,
    fields:
      op === 'unchanged'
        ? []
        : fieldChanges(storedByName.get(name), op === 'delete' ? undefined : payloadByName.get(name)),
  }));
}

function fieldChanges(before: object | undefined, after: object | undefined): FieldChange[] {
  const left = leavesOf(before);
  const right = leavesOf(after);
  return [...new Set([...left.keys(), ...right.keys()])]
    .map((field) => ({ field, before: left.get(field) ?? null, after: right.get(field) ?? null }))
    .filter((change) => canonicalJson(change.before) !== canonicalJson(change.after));
}

/** Groups of conditions by their members; a list of words is one value. */
function leavesOf(written: object | undefined): Map<string, JsonValue> {
  const leaves = new Map<string, JsonValue>();
  const add = (path: string, value: JsonValue | undefined) => {
    const isGroup = Array.isArray(value) && value.some((item) => typeof item === 'object');
    if (isGroup) {
      for (const [index, item] of value.entries()) add(`${path}[${index}]`, item);
    } else if (value !== null && typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length > 0) {
      for (const [name, item] of Object.entries(value)) add(path === '' ? name : `${path}.${name}`, item);
    } else if (value !== undefined) leaves.set(path, value);
  };
  if (written === undefined) return leaves;
  const fields = Object.entries(written).filter(([name]) => name !== 'name');
  add('', Object.fromEntries(fields) as JsonValue);
  return leaves;
}

const MARKS: Readonly<Record<string, string>> = { create: '+', update: '~', delete: '-' };
const VALUE_CHARACTERS_MAX = 200;

export function planLines(changes: readonly ShownChange[], paint: Paint): string[] {
  const colours: Readonly<Record<string, Paint['red']>> = { create: paint.green, delete: paint.red };
  const changed = changes.filter(({ op }) => op !== 'unchanged');
  return changed.flatMap(({ name, op, fields }) => [
    // A server may know an operation that this program does not.
    (colours[op] ?? paint.yellow)(`${MARKS[op] ?? '?'} ${plain(op)} ${plain(name)}`),
    ...fields.map(({ field, before, after }) => `    ${plain(field)}: ${values(op, shown(before), shown(after))}`),
  ]);
}

function values(op: ChangeOperation, before: string, after: string): string {
  if (op === 'update') return `${before} -> ${after}`;
  return op === 'delete' ? before : after;
}

function shown(value: JsonValue): string {
  if (value === null) return '(nothing)';
  const text = plain(typeof value === 'string' ? value : JSON.stringify(value));
  return text.length > VALUE_CHARACTERS_MAX ? `${text.slice(0, VALUE_CHARACTERS_MAX)}…` : text;
}

/** A summary such as `1 to create, 2 to delete, 5 unchanged`. */
export function planSummary(changes: readonly ShownChange[], isDone: boolean): string {
  const count = (op: ChangeOperation) => changes.filter((change) => change.op === op).length;
  const words = isDone
    ? ({ create: 'created', update: 'updated', delete: 'deleted' } as const)
    : ({ create: 'to create', update: 'to update', delete: 'to delete' } as const);
  const parts = (['create', 'update', 'delete'] as const).map((op) => `${count(op)} ${words[op]}`);
  const known: readonly string[] = ['create', 'update', 'delete', 'unchanged'];
  const others = changes.filter(({ op }) => !known.includes(op)).length;
  if (others > 0) parts.push(`${others} of another kind`);
  return `${parts.join(', ')}, ${count('unchanged')} unchanged.`;
}
