// SPDX-License-Identifier: Apache-2.0
/** Hashes of a tree as bytes, 32 each: of its leaves, and over complete subtrees. */
import { HASH_BYTES, leafHashAt, nodeHash } from './node-hash.ts';

/** @param hashes of entries, 32 bytes each @returns the hashes of their leaves */
export function leafHashes(hashes: Uint8Array): Buffer {
  const leaves = Buffer.alloc(hashes.length);
  for (let at = 0; at < hashes.length; at += HASH_BYTES) leaves.write(leafHashAt(hashes, at), at, 'latin1');
  return leaves;
}

/**
 * The root over neighbours of one level, which are complete subtrees.
 * @param nodes their hashes, 32 bytes each; their number is a power of two
 */
export function rootOver(nodes: Uint8Array): Buffer {
  const count = nodes.length / HASH_BYTES;
  if (!Number.isInteger(Math.log2(count))) throw new RangeError(`${count} nodes are no complete subtree`);
  let level = textsOf(nodes);
  while (level.length > 1) {
    level = Array.from({ length: level.length / 2 }, (_, at) =>
      nodeHash(level[2 * at] as string, level[2 * at + 1] as string),
    );
  }
  return Buffer.from(level[0] as string, 'latin1');
}

/** Each hash as 32 Latin-1 characters. */
export function textsOf(hashes: Uint8Array): string[] {
  const text = Buffer.from(hashes).toString('latin1');
  return Array.from({ length: text.length / HASH_BYTES }, (_, at) =>
    text.slice(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
}
