/**
 * Owns the syntax of the file: YAML with its bounds, as a tree of values that know their place. It refuses to know what
 * the values mean.
 */
export { parseTree } from './parse-tree.ts';
export { itemsAt, type MapNode, plainValue, type TreeNode, textAt } from './tree.ts';
