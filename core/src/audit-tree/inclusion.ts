// SPDX-License-Identifier: Apache-2.0
/** Proofs that an entry is in a tree: the path of hashes from its leaf to the root, and its check. */
import { HASH_BYTES, leafHashAt, leafHashOfHex, nodeHash } from './node-hash.ts';
import { subtreesOf, type TreeState } from './tree.ts';

/**
 * The path of a leaf in the tree that `before` became when these hashes were appended. It holds 32 bytes each, from the
 * leaf's sibling to the child of the root. Nothing older than `before` is needed: a hash of the path that lies wholly
 * in it is one of its complete subtrees. Source: RFC 6962, section 2.1.1.
 * @param hashes of the entries after `before`, 32 bytes each
 * @param index of the leaf from 0; not in `before`
 */
export function inclusionPath(before: TreeState, hashes: Uint8Array, index: number): Buffer[] {
  const size = before.size + hashes.length / HASH_BYTES;
  if (index < before.size || index >= size) throw new RangeError(`leaf ${index} is not among those appended`);
  const old = subtreesByStart(before);
  return inclusionPathOver(size, index, (start, end) => {
    if (end <= before.size) return old.get(start);
    return end - start === 1 ? leafHashAt(hashes, (start - before.size) * HASH_BYTES) : undefined;
  });
}

/**
 * The same from hashes that are looked up.
 * @param known the hash over the leaves from `start` to before `end`, as 32 Latin-1 characters; undefined for a subtree
 * that is computed from its halves. @throws RangeError when a leaf is not known
 */
export function inclusionPathOver(
  size: number,
  index: number,
  known: (start: number, end: number) => string | undefined,
): Buffer[] {
  function rangeHash(start: number, end: number): string {
    const found = known(start, end);
    if (found !== undefined) return found;
    if (end - start === 1) throw new RangeError(`the hash of leaf ${start} is not known`);
    const middle = start + largestPowerBelow(end - start);
    return nodeHash(rangeHash(start, middle), rangeHash(middle, end));
  }

  const path: Buffer[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + largestPowerBelow(end - start);
    const isLeft = index < middle;
    path.push(Buffer.from(isLeft ? rangeHash(middle, end) : rangeHash(start, middle), 'latin1'));
    if (isLeft) end = middle;
    else start = middle;
  }
  return path.reverse();
}

export interface Inclusion {
  /** The hash of the entry, 64 lowercase hex characters. */
  readonly hash: string;
  /** The index of the leaf, from 0: one less than the entry's number. */
  readonly index: number;
  /** The number of leaves of the tree. */
  readonly size: number;
  readonly path: readonly Buffer[];
  /** 32 bytes. */
  readonly root: Buffer;
}

/** Source: RFC 9162, section 2.1.3.2, which checks the proofs of RFC 6962. */
export function isIncluded({ hash, index, size, path, root }: Inclusion): boolean {
  if (!(Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size)) return false;
  let [place, last] = [index, size - 1];
  let joined = leafHashOfHex(hash);
  for (const sibling of path) {
    if (last === 0 || sibling.length !== HASH_BYTES) return false;
    if (place % 2 === 1 || place === last) {
      joined = nodeHash(sibling.toString('latin1'), joined);
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)];
    } else {
      joined = nodeHash(joined, sibling.toString('latin1'));
    }
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 && root.equals(Buffer.from(joined, 'latin1'));
}

/** Each complete subtree by the index of its first leaf. */
export function subtreesByStart(state: TreeState): Map<number, string> {
  const byStart = new Map<number, string>();
  let start = 0;
  for (const hash of subtreesOf(state)) {
    byStart.set(start, hash);
    start += largestPowerBelow(state.size - start + 1);
  }
  return byStart;
}

/** The largest power of two below the size, which is at least 2. */
function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}
