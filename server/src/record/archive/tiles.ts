// SPDX-License-Identifier: Apache-2.0
/**
 * The hash tiles of an archive and its checkpoint (C2SP tlog-tiles). Tiles of level 0 are left out: their hashes are
 * those of the bundles' lines. The checkpoint never covers less than the database has let go.
 */
import { openTree, rootOver, type Tree } from '@svc/core/audit-tree';
import type pg from 'pg';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { selectNodes } from './archive.ts';
import { CHECKPOINT_PATH, TILE_WIDTH, tilePath } from './paths.ts';
import type { ArchiveStore } from './store.ts';

const HASH_BYTES = 32;

/** The number of complete nodes of each level over so many bundles, from level 1. */
function nodesOf(bundles: number): number[] {
  const counts: number[] = [];
  for (let count = bundles; count > 0; count = Math.floor(count / TILE_WIDTH)) counts.push(count);
  return counts;
}

/** The tree over all archived entries, from the nodes that the database keeps: at most 255 of each level. */
export async function treeOfArchive(transaction: Transaction, organizationId: string, bundles: number): Promise<Tree> {
  const tree = openTree();
  const counts = nodesOf(bundles);
  for (let level = counts.length; level > 0; level -= 1) {
    const end = counts[level - 1] as number;
    const first = end - (end % TILE_WIDTH);
    const nodes = await selectNodes(transaction, organizationId, { level, first, end });
    tree.appendNodes(nodes, TILE_WIDTH ** level);
  }
  return tree;
}

export interface TilePlace {
  pool: pg.Pool;
  store: ArchiveStore;
  organizationId: string;
}

/** Writes the tiles that grow by these bundles, and then the checkpoint. @param roots of the bundles from `first` on */
export async function writeTiles(
  { pool, store, organizationId }: TilePlace,
  { first, roots, note }: { first: number; roots: readonly Buffer[]; note: string },
): Promise<void> {
  let before = first;
  let added = Buffer.concat(roots);
  for (let level = 1; added.length > 0; level += 1) {
    const begun = before - (before % TILE_WIDTH);
    const range = { level, first: begun, end: before };
    const known = await inTransaction(pool, [organizationId], (transaction) =>
      selectNodes(transaction, organizationId, range),
    );
    const nodes = Buffer.concat([known, added]);
    const whole: Buffer[] = [];
    for (let at = 0; at < nodes.length; at += TILE_WIDTH * HASH_BYTES) {
      const tile = nodes.subarray(at, at + TILE_WIDTH * HASH_BYTES);
      const width = tile.length / HASH_BYTES;
      await store.replace(organizationId, tilePath(level, (begun + at / HASH_BYTES) / TILE_WIDTH, width), tile);
      if (width === TILE_WIDTH) whole.push(rootOver(tile));
    }
    before = begun / TILE_WIDTH;
    added = Buffer.concat(whole);
  }
  await store.replace(organizationId, CHECKPOINT_PATH, Buffer.from(note));
}

/** Removes the tiles that were not whole before, and have grown since. */
export async function removeTiles(
  store: ArchiveStore,
  organizationId: string,
  bundles: { before: number; after: number },
): Promise<void> {
  const kept = new Set(lastTiles(bundles.after));
  for (const path of lastTiles(bundles.before)) if (!kept.has(path)) await store.remove(organizationId, path);
}

/** The tiles that are not whole, at most one of each level. */
function lastTiles(bundles: number): string[] {
  return nodesOf(bundles).flatMap((count, at) => {
    const width = count % TILE_WIDTH;
    return width === 0 ? [] : [tilePath(at + 1, Math.floor(count / TILE_WIDTH), width)];
  });
}
