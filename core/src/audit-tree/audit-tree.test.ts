// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the tree is that of RFC 6962, however it grew, and a path proves only the leaf for which it was made. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_TREE, inclusionPath, isIncluded, openTree } from './index.ts';

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const entryHash = (index: number) => sha256(Buffer.from(`entry ${index}`));
const entryHashes = (from: number, to: number) =>
  Buffer.concat(Array.from({ length: to - from }, (_, offset) => entryHash(from + offset)));

/** The definition of RFC 6962, section 2.1, word for word, without code of the tree. */
function naiveRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return sha256(Buffer.from([0]), leaves[0] as Buffer);
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  return sha256(Buffer.from([1]), naiveRoot(leaves.slice(0, half)), naiveRoot(leaves.slice(half)));
}

const leavesOf = (size: number) => Array.from({ length: size }, (_, index) => entryHash(index));
const treeOf = (size: number) => {
  const tree = openTree();
  tree.appendAll(entryHashes(0, size));
  return tree;
};

describe('openTree', () => {
  it('has the root of the definition, at every size', () => {
    const tree = openTree();
    for (let size = 0; size <= 130; size += 1) {
      expect(tree.root()).toEqual(naiveRoot(leavesOf(size)));
      expect(tree.size).toBe(size);
      tree.append(entryHash(size).toString('hex'));
    }
  });

  it('has the root of the examples of RFC 6962 implementations for no leaf and for an empty one', () => {
    expect(openTree().root().toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('goes on from its state as if it had never stopped', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (first, more) => {
        const grown = openTree(treeOf(first).state());
        grown.appendAll(entryHashes(first, first + more));
        expect(grown.state()).toEqual(treeOf(first + more).state());
        expect(grown.root()).toEqual(treeOf(first + more).root());
      }),
      { numRuns: 100 },
    );
  });

  it('keeps one hash for each bit of its size', () => {
    expect(treeOf(7).state().frontier).toHaveLength(3 * 32);
    expect(treeOf(128).state().frontier).toHaveLength(32);
  });

  it.each([
    { size: 3, frontier: Buffer.alloc(32) },
    { size: 4, frontier: Buffer.alloc(64) },
    { size: 1, frontier: Buffer.alloc(31) },
    { size: -1, frontier: Buffer.alloc(0) },
    { size: 1.5, frontier: Buffer.alloc(32) },
    { size: 2 ** 53, frontier: Buffer.alloc(32) },
  ])('refuses a state that no tree has: %o', (state) => {
    expect(() => openTree(state)).toThrow(RangeError);
  });

  it('refuses hashes that are cut', () => {
    expect(() => openTree().appendAll(Buffer.alloc(33))).toThrow(RangeError);
  });
});

describe('inclusionPath', () => {
  const inclusionOf = (before: number, size: number, index: number) => ({
    hash: entryHash(index).toString('hex'),
    index,
    size,
    path: inclusionPath(treeOf(before).state(), entryHashes(before, size), index),
    root: treeOf(size).root(),
  });

  it('proves each leaf of each tree, from whatever earlier state', () => {
    for (let size = 1; size <= 40; size += 1) {
      for (let index = 0; index < size; index += 1) {
        for (const before of [0, Math.floor(index / 2), index]) {
          expect(isIncluded(inclusionOf(before, size, index))).toBe(true);
        }
      }
    }
  });

  it('is one and the same path from any state', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), fc.nat(), (size, one, other) => {
        const index = one % size;
        expect(inclusionOf(other % (index + 1), size, index)).toEqual(inclusionOf(0, size, index));
      }),
      { numRuns: 200 },
    );
  });

  it('proves nothing else: another place, size, hash or root, or a path that was changed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 70 }), fc.nat(), fc.nat(), (size, one, other) => {
        const inclusion = inclusionOf(0, size, one % size);
        const wrong = entryHash(999);
        const step = other % inclusion.path.length;
        const changes = [
          { index: (inclusion.index + 1 + (other % (size - 1))) % size },
          { index: size + other },
          { index: -1 },
          { index: 0.5 },
          { hash: wrong.toString('hex') },
          { root: wrong },
          { path: inclusion.path.with(step, wrong) },
          { path: inclusion.path.toSpliced(step, 1) },
          { path: [...inclusion.path, wrong] },
          { path: inclusion.path.with(step, wrong.subarray(1)) },
          { size: 2 ** 53 },
        ];
        for (const change of changes) expect(isIncluded({ ...inclusion, ...change })).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it('is asked only for what was appended', () => {
    expect(() => inclusionPath(treeOf(3).state(), entryHashes(3, 5), 2)).toThrow(RangeError);
    expect(() => inclusionPath(EMPTY_TREE, entryHashes(0, 5), 5)).toThrow(RangeError);
  });
});
