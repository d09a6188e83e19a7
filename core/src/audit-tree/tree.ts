// SPDX-License-Identifier: Apache-2.0
/** A tree that only grows, kept as the hashes of its complete subtrees: at most 53 of them for any size. */
import { HASH_BYTES, leafHashAt, leafHashOfHex, NO_LEAVES, nodeHash } from './node-hash.ts';
import { textsOf } from './nodes.ts';

/** The state from which appending can continue. */
export interface TreeState {
  /** Number of leaves. */
  readonly size: number;
  /** Hashes of the complete subtrees, 32 bytes each, the largest and oldest first: one for each set bit of the size. */
  readonly frontier: Buffer;
}

export const EMPTY_TREE: TreeState = Object.freeze({ size: 0, frontier: Buffer.alloc(0) });

export interface Tree {
  readonly size: number;
  /** @param hash of an entry, 64 lowercase hex characters */
  append(hash: string): void;
  /** @param hashes of entries in their order, 32 bytes each */
  appendAll(hashes: Uint8Array): void;
  /**
   * @param nodes hashes over complete subtrees of so many leaves each, 32 bytes a hash
   * @param leaves a power of two that divides the size
   */
  appendNodes(nodes: Uint8Array, leaves: number): void;
  /** 32 bytes. */
  root(): Buffer;
  state(): TreeState;
}

/** @throws RangeError when the number of hashes does not fit the size */
export function openTree(state: TreeState = EMPTY_TREE): Tree {
  let { size } = state;
  const subtrees = subtreesOf(state);

  function appendNode(hash: string, leaves: number): void {
    let joined = hash;
    // A complete subtree at the end joins an appended one of equal size, like a carry.
    for (let rest = size / leaves; rest % 2 === 1; rest = (rest - 1) / 2) {
      joined = nodeHash(subtrees.pop() as string, joined);
    }
    subtrees.push(joined);
    size += leaves;
  }

  const appendLeaf = (hash: string): void => appendNode(hash, 1);

  return {
    get size() {
      return size;
    },
    append: (hash) => appendLeaf(leafHashOfHex(hash)),
    appendAll(hashes) {
      if (hashes.length % HASH_BYTES !== 0) throw new RangeError('hashes of entries have 32 bytes each');
      for (let offset = 0; offset < hashes.length; offset += HASH_BYTES) appendLeaf(leafHashAt(hashes, offset));
    },
    appendNodes(nodes, leaves) {
      if (size % leaves !== 0) throw new RangeError(`${leaves} leaves are no part of a tree of ${size}`);
      for (const node of textsOf(nodes)) appendNode(node, leaves);
    },
    root: () => Buffer.from(rootOf(subtrees), 'latin1'),
    state: () => ({ size, frontier: Buffer.from(subtrees.join(''), 'latin1') }),
  };
}

/** The hashes of a state's complete subtrees, oldest first. */
export function subtreesOf({ size, frontier }: TreeState): string[] {
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError(`${size} is no size of a tree`);
  let expected = 0;
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) expected += rest % 2;
  if (frontier.length !== expected * HASH_BYTES) throw new RangeError(`a tree of ${size} has ${expected} subtrees`);
  return Array.from({ length: expected }, (_, index) =>
    frontier.toString('latin1', index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
}

function rootOf(subtrees: readonly string[]): string {
  let root = subtrees.at(-1);
  if (root === undefined) return NO_LEAVES;
  for (let index = subtrees.length - 2; index >= 0; index -= 1) root = nodeHash(subtrees[index] as string, root);
  return root;
}
