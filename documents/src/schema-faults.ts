// SPDX-License-Identifier: Apache-2.0
/** The faults that a schema found in a value, at their places in the tree from which the value came. */
import type { Fault, Position } from './faults.ts';
import { nearMiss } from './near-miss.ts';
import { fieldsOf, joinPath, mayBeValue, type SchemaError, unescapePointer } from './sentences.ts';
import type { TreeNode } from './tree.ts';

export type { SchemaError } from './sentences.ts';

export interface SchemaFault extends Fault {
  /** The field that the schema does not know, where that is the fault. */
  unknown?: string;
}

/**
 * @param errors from a validator that reports all of them with their schemas (Ajv: `allErrors`, `verbose`)
 * @param node the validated node
 * @param label its name in messages
 */
export function schemaFaults(errors: readonly SchemaError[], node: TreeNode, label: string): SchemaFault[] {
  return errors.flatMap((error): SchemaFault[] => {
    const segments = error.instancePath.split('/').slice(1).map(unescapePointer);
    const { additionalProperty } = error.params;
    if (isUnknownField(error) && typeof additionalProperty === 'string') {
      const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
      const where = segments.length === 0 ? label : joinPath(segments);
      const position = placeOf(node, [...segments, additionalProperty], 'name');
      const message = unknownField(additionalProperty, known, where);
      return [{ position, message, unknown: additionalProperty }];
    }
    const position = placeOf(node, segments);
    return Object.entries(fieldsOf([error], label)).map(([path, { text }]) => ({
      position,
      message: `${path} ${text}${hint(error)}`,
    }));
  });
}

const isUnknownField = (error: SchemaError): boolean => error.keyword === 'additionalProperties';

/** @param value without one the name may be the rest of a value, behind a comma */
export function unknownField(name: string, known: readonly string[], label: string, value?: TreeNode): string {
  const meant = nearMiss(name, known);
  const isWithout = value?.kind === 'scalar' && value.value === null && meant === null;
  if (isWithout || mayBeValue(name)) {
    return `this is not a field of ${label}; write a name, a colon, a space and the value, which may stand in quotes`;
  }
  const didYouMean = meant === null ? '' : `; did you mean ${meant}?`;
  return `${name} is not a field of ${label}${didYouMean}`;
}

/** For a word outside a closed list, the one that was probably meant. */
function hint(error: SchemaError): string {
  if (error.keyword !== 'enum' || typeof error.data !== 'string') return '';
  const words = (error.params.allowedValues as unknown[]).filter((value) => typeof value === 'string');
  const meant = words.length > 1 ? nearMiss(error.data, words) : null;
  return meant === null ? '' : `; did you mean ${meant}?`;
}

/** Splits `.condition.allOf[1].minRecords` into its parts. */
export function segmentsOf(path: string): string[] {
  return [...path.matchAll(/[^.[\]]+/g)].map(([segment]) => segment);
}

/** The place of a node's descendant, or of the last node on the way that exists. */
export function placeOf(node: TreeNode, segments: readonly string[], of: 'name' | 'value' = 'value'): Position {
  let current = node;
  let { position } = node;
  for (const [index, segment] of segments.entries()) {
    if (current.kind === 'list') {
      const item = current.items[Number(segment)];
      if (item === undefined) return position;
      current = item;
      position = item.position;
    } else if (current.kind === 'map') {
      const entry = current.entries.get(segment);
      if (entry === undefined) return position;
      current = entry.value;
      position = of === 'name' && index === segments.length - 1 ? entry.position : entry.value.position;
    }
  }
  return position;
}
