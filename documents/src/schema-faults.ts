/** What a schema found wrong with a value, as faults at their places in the tree that the value came from. */
import type { Fault, Position } from './faults.ts';
import { nearMiss } from './near-miss.ts';
import { fieldsOf, type SchemaError, unescapePointer } from './sentences.ts';
import type { TreeNode } from './tree.ts';

export type { SchemaError } from './sentences.ts';

/**
 * @param errors of a validator that finds all and tells the schema of each (Ajv: `allErrors`, `verbose`)
 * @param node what was validated
 * @param label what a message calls it
 */
export function schemaFaults(errors: readonly SchemaError[], node: TreeNode, label: string): Fault[] {
  return errors.flatMap((error): Fault[] => {
    const segments = error.instancePath.split('/').slice(1).map(unescapePointer);
    const { additionalProperty } = error.params;
    if (error.keyword === 'additionalProperties' && typeof additionalProperty === 'string') {
      const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
      const where = segments.length === 0 ? label : segments.join('.');
      const position = placeOf(node, [...segments, additionalProperty], 'name');
      return [{ position, message: unknownField(additionalProperty, known, where) }];
    }
    const position = placeOf(node, segments);
    return Object.entries(fieldsOf([error], label)).map(([path, sentence]) => ({
      position,
      message: `${path} ${sentence}${hint(error)}`,
    }));
  });
}

export function unknownField(name: string, known: readonly string[], label: string): string {
  const meant = nearMiss(name, known);
  const didYouMean = meant === null ? '' : `; did you mean ${meant}?`;
  return `${name.slice(0, NAME_SHOWN_CHARACTERS_MAX)} is not a field of ${label}${didYouMean}`;
}

const NAME_SHOWN_CHARACTERS_MAX = 100;

/** For a word out of a closed list, the one that may have been meant. */
function hint(error: SchemaError): string {
  if (error.keyword !== 'enum' || typeof error.data !== 'string') return '';
  const words = (error.params.allowedValues as unknown[]).filter((value) => typeof value === 'string');
  const meant = words.length > 1 ? nearMiss(error.data, words) : null;
  return meant === null ? '' : `; did you mean ${meant}?`;
}

/** `.condition.allOf[1].minRecords` in its parts. */
export function segmentsOf(path: string): string[] {
  return [...path.matchAll(/[^.[\]]+/g)].map(([segment]) => segment);
}

/** The place of what lies below a node, or of the last node on the way that is there. */
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
