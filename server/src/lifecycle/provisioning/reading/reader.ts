// SPDX-License-Identifier: Apache-2.0
/** Readers turn a node of the tree into a typed value, and report every fault on the way instead of the first. */
import { unknownField } from '@svc/documents';
import type { Position } from '../faults.ts';
import type { MapNode, TreeNode } from '../syntax/index.ts';

export type Report = (position: Position, message: string) => void;

/**
 * @param label the value's name in messages, such as `allowedIps[0]`
 * @returns undefined exactly when a fault was reported
 */
export type Reader<Value> = (node: TreeNode, label: string, report: Report) => Value | undefined;

export interface Field<Value, IsRequired extends boolean> {
  readonly reader: Reader<Value>;
  readonly isRequired: IsRequired;
}

export function required<Value>(reader: Reader<Value>): Field<Value, true> {
  return { reader, isRequired: true };
}

export function optional<Value>(reader: Reader<Value>): Field<Value, false> {
  return { reader, isRequired: false };
}

/** The places of a record and of each of its fields in the file. */
export interface Place {
  readonly position: Position;
  readonly fields: Readonly<Record<string, Position>>;
  /** The record as it is written, with its secrets in clear: in memory only. */
  readonly node: MapNode;
}

type Fields = Readonly<Record<string, Field<unknown, boolean>>>;

/** The result for a record with these fields: undefined stands for a field that the file leaves out. */
export type RecordOf<Of extends Fields> = {
  readonly [Name in keyof Of]: Of[Name] extends Field<infer Value, infer IsRequired>
    ? IsRequired extends true
      ? Value
      : Value | undefined
    : never;
} & { readonly place: Place };

/** A map with exactly these fields. */
export function record<Of extends Fields>(fields: Of): Reader<RecordOf<Of>> {
  return (node, label, report) => {
    if (node.kind !== 'map') {
      report(node.position, `${label} must be a map of fields`);
      return undefined;
    }
    let isWhole = reportUnknown(node, Object.keys(fields), label, report);
    const values: Record<string, unknown> = {};
    const positions: Record<string, Position> = {};
    for (const [name, { reader, isRequired }] of Object.entries(fields)) {
      const entry = node.entries.get(name);
      if (entry === undefined) {
        values[name] = undefined;
        if (!isRequired) continue;
        report(node.position, `${name} is required in ${label}`);
        isWhole = false;
        continue;
      }
      positions[name] = entry.value.position;
      values[name] = reader(entry.value, name, report);
      if (values[name] === undefined) isWhole = false;
    }
    if (!isWhole) return undefined;
    return { ...values, place: { position: node.position, fields: positions, node } } as RecordOf<Of>;
  };
}

/** @returns true when there was none */
function reportUnknown(node: MapNode, known: readonly string[], label: string, report: Report): boolean {
  let isWhole = true;
  for (const [name, entry] of node.entries) {
    if (known.includes(name)) continue;
    report(entry.position, unknownField(name, known, label, entry.value));
    isWhole = false;
  }
  return isWhole;
}

export function list<Item>(item: Reader<Item>, itemsMax: number, itemsMin = 0): Reader<Item[]> {
  return (node, label, report) => {
    if (node.kind !== 'list') {
      report(node.position, `${label} must be a list`);
      return undefined;
    }
    if (node.items.length < itemsMin) {
      report(node.position, `${label} must not be empty`);
      return undefined;
    }
    if (node.items.length > itemsMax) {
      report(node.position, `${label} must have at most ${itemsMax} items`);
      return undefined;
    }
    const values = node.items.map((one, index) => item(one, `${label}[${index}]`, report));
    return values.includes(undefined) ? undefined : (values as Item[]);
  };
}

/** A list of records. The readable ones go on, so that faulty ones do not hide faults of others. */
export function records<Item>(noun: string, item: Reader<Item>, itemsMax: number): Reader<Item[]> {
  return (node, label, report) => {
    if (node.kind === 'scalar' && node.value === null) return [];
    const read = list<Item | null>((one, _label, tell) => item(one, noun, tell) ?? null, itemsMax)(node, label, report);
    return read?.filter((one) => one !== null);
  };
}

/** An explicit null, besides the values of the reader. */
export function nullable<Value>(reader: Reader<Value>): Reader<Value | null> {
  return (node, label, report) => {
    if (node.kind === 'scalar' && node.value === null) return null;
    return reader(node, label, report);
  };
}

/** Refines a read value. `refine` returns the value, or reports a fault: of the whole value, or of a part. */
export function refined<From, To>(
  reader: Reader<From>,
  refine: (value: From, tell: (message: string, position?: Position) => undefined, label: string) => To | undefined,
): Reader<To> {
  return (node, label, report) => {
    const value = reader(node, label, report);
    if (value === undefined) return undefined;
    const tell = (message: string, position = node.position): undefined => {
      report(position, message);
      return undefined;
    };
    return refine(value, tell, label);
  };
}
