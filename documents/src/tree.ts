// SPDX-License-Identifier: Apache-2.0
/** A YAML document as a plain tree in which every node knows its place. Aliases are followed, tags are refused. */
import type { Position } from './faults.ts';

interface ScalarNode {
  readonly kind: 'scalar';
  readonly position: Position;
  readonly value: string | number | boolean | null;
}

interface ListNode {
  readonly kind: 'list';
  readonly position: Position;
  readonly items: readonly TreeNode[];
}

export interface MapEntry {
  /** The place of the name. */
  readonly position: Position;
  readonly value: TreeNode;
}

export interface MapNode {
  readonly kind: 'map';
  readonly position: Position;
  readonly entries: ReadonlyMap<string, MapEntry>;
}

export type TreeNode = ScalarNode | ListNode | MapNode;

/** The value of a text field, without a fault when it is no text: for looking ahead. */
export function textAt(node: TreeNode, field: string): ScalarNode | undefined {
  if (node.kind !== 'map') return undefined;
  const value = node.entries.get(field)?.value;
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value : undefined;
}

/** The items of a list field; none when it is no list. */
export function itemsAt(node: TreeNode, field: string): readonly TreeNode[] {
  if (node.kind !== 'map') return [];
  const value = node.entries.get(field)?.value;
  return value?.kind === 'list' ? value.items : [];
}

/** The same as a plain value, which a schema can judge. */
export function plainValue(node: TreeNode): unknown {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'list':
      return node.items.map(plainValue);
    case 'map':
      return Object.fromEntries([...node.entries].map(([name, entry]) => [name, plainValue(entry.value)]));
  }
}
