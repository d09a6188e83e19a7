// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: its chain is long.
 * Guarantee: an archive of more than 256 bundles has the tiles of two levels, in however many runs it grew. Its tree is
 * the one that was signed, its entries are proved, and all of them come back.
 */
import { readdir, readFile } from 'node:fs/promises';
import { verifyExport } from '@svc/core/audit-export';
import { isIncluded, openTree, rootOver } from '@svc/core/audit-tree';
import { readCheckpoint, readVerifierKey } from '@svc/core/checkpoint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ArchiveService, startArchiveService } from '#harness/audit-archive';
import { inTransaction } from '../../storage/db/index.ts';
import { appendEntries, lockHead } from '../../storage/heads/index.ts';
import { openExport, proveEntry, restoreEntries } from './index.ts';

const never = new AbortController().signal;
const DAY_MS = 86_400_000;
/** One tile of level 1 is full, and the next has two hashes. */
const BUNDLES = 258;
const ENTRIES_PER_BATCH = 10_000;

let old: ArchiveService;
beforeAll(async () => {
  old = await startArchiveService(0);
  await old.turnOn(90);
});
afterAll(() => old.stop());

/** Makes the chain so long that this many bundles are old. */
async function growTo(bundles: number): Promise<void> {
  const { pool, checkpoints } = old.service.app;
  const at = new Date(Date.now() - 100 * DAY_MS).toISOString();
  for (let left = 1; left > 0; ) {
    left = await inTransaction(pool, [old.id], async (transaction) => {
      const head = await lockHead(transaction, old.id);
      const missing = bundles * 256 - head.chain.seq;
      const drafts = Array.from({ length: Math.min(missing, ENTRIES_PER_BATCH) }, (_, index) => ({
        organizationId: old.id,
        at,
        kind: 'decision.recorded',
        actor: { type: 'key' as const, id: old.id },
        subject: { type: 'event', id: `${head.chain.seq + index}` },
        metadata: {},
      }));
      await appendEntries(transaction, head, drafts);
      return missing - drafts.length;
    });
  }
  await checkpoints.cover(old.id);
}

async function expectWhole(): Promise<void> {
  const { pool, checkpoints } = old.service.app;
  const key = await checkpoints.verifierKey(old.id);
  const verifier = verifyExport({ key, since: null });
  const { pieces } = await openExport(pool, checkpoints, old.id, old.opened());
  for await (const piece of pieces()) verifier.push(Buffer.from(piece));
  expect(verifier.end()).toMatchObject({ isValid: true, entries: BUNDLES * 256 });
  for (const seq of [1, 65_536, 65_537, BUNDLES * 256]) {
    const { hash, covered } = await proveEntry(pool, checkpoints, old.id, seq, old.opened());
    const { index, size, path, checkpoint } = covered ?? expect.fail();
    const { root } = readCheckpoint(checkpoint, readVerifierKey(key));
    expect(isIncluded({ hash, index, size, path: path.map((one) => Buffer.from(one, 'base64')), root })).toBe(true);
  }
}

it('grows over the end of a tile, and has the signed tree at each size', async () => {
  await growTo(255);
  expect(await old.archive()).toBe(0);
  expect(await readdir(old.placeOf('tile'))).toEqual(['1']);
  for (const bundles of [257, BUNDLES]) {
    await growTo(bundles);
    expect(await old.archive()).toBe(0);
    expect(await old.archivedBundles()).toBe(bundles);
  }
  const [full, begun, above] = await Promise.all(
    ['tile/1/000', 'tile/1/001.p/2', 'tile/2/000.p/1'].map((path) => readFile(old.placeOf(path))),
  );
  expect([full?.length, begun?.length]).toEqual([256 * 32, 2 * 32]);
  expect(rootOver(full as Buffer)).toEqual(above);
  const tiles = await readdir(old.placeOf('tile'), { recursive: true });
  expect(tiles.filter((path) => /p\/\d+$/.test(path)).sort()).toEqual(['1/001.p/2', '2/000.p/1']);
  const tree = openTree();
  tree.appendNodes(above as Buffer, 65_536);
  tree.appendNodes(begun as Buffer, 256);
  const note = await readFile(old.placeOf('checkpoint'), 'utf8');
  const key = readVerifierKey(await old.service.app.checkpoints.verifierKey(old.id));
  expect(readCheckpoint(note, key)).toEqual({ size: BUNDLES * 256, root: tree.root() });
  await expectWhole();
});

it('comes back, and is archived again as the same files', async () => {
  const { pool } = old.service.app;
  const before = await readFile(old.placeOf('entries/257.gz'));
  expect(await restoreEntries({ pool, archive: old.opened() }, never)).toBe(0);
  expect(await old.sql('SELECT FROM svc.audit_archive_nodes')).toEqual([]);
  await expectWhole();
  await old.sql('UPDATE svc.audit_archive_settings SET paused = false');
  expect(await old.archive()).toBe(0);
  expect(await old.archivedBundles()).toBe(BUNDLES);
  expect(await readFile(old.placeOf('entries/257.gz'))).toEqual(before);
});
