// SPDX-License-Identifier: Apache-2.0
/**
 * Owns files that people write. It reads bounded YAML into trees of values that know their place, and reports a wrong
 * value as a sentence at its place. It refuses to know what the values mean and where a file comes from.
 */
export { describeFaults, type Fault, type Position } from './faults.ts';
export { nearMiss, nearMisses } from './near-miss.ts';
export { parseTree, parseTrees } from './parse-trees.ts';
export { placeOf, type SchemaError, schemaFaults, segmentsOf, unknownField } from './schema-faults.ts';
export { fieldsOf } from './sentences.ts';
export { itemsAt, type MapNode, plainValue, type TreeNode, textAt } from './tree.ts';
export { documentText } from './write.ts';
