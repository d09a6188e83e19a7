// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: entries become old, and rows and files are damaged.
 * Guarantee: the archive changes no answer. Exports, proofs, lists and details are as before, and nothing leaves its
 * table that the files do not hold.
 */
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { AuditList, AuditProof } from '@svc/contract';
import { verifyExport } from '@svc/core/audit-export';
import { isIncluded } from '@svc/core/audit-tree';
import { readCheckpoint, readVerifierKey } from '@svc/core/checkpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ArchiveService, startArchiveService } from '#harness/audit-archive';
import { type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { numbersAround } from '../../storage/lists/index.ts';
import { openExport, proveEntry, restoreEntries } from './index.ts';

const never = new AbortController().signal;
const DECISIONS = 1_500;
/** Files take so much less than rows, at least. */
const RATIO_MIN = 6;

let old: ArchiveService;
let owner: Browser;
beforeAll(async () => {
  old = await startArchiveService(DECISIONS);
  await old.sql('CREATE TABLE public.kept AS TABLE svc.audit_entries');
  owner = await signIn(old.service.baseUrl, PEOPLE.owner);
  await old.service.app.checkpoints.cover(old.id);
});
afterAll(() => old.stop());

async function countRows(): Promise<number> {
  const [row] = await old.sql('SELECT count(*)::int AS n FROM svc.audit_entries WHERE organization_id = $1', [old.id]);
  return row?.n;
}

const DIGEST = `SELECT md5(string_agg(t::text, '|' ORDER BY organization_id, seq)) AS digest FROM`;

async function exported(): Promise<string> {
  const { pool, checkpoints } = old.service.app;
  const { pieces } = await openExport(pool, checkpoints, old.id, old.opened());
  let text = '';
  for await (const piece of pieces()) text += piece;
  return text;
}

async function pages(query: string): Promise<unknown[]> {
  const items: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: AuditList = (
      await owner.call<AuditList>(`/audit?limit=200&${query}${cursor === '' ? '' : `&cursor=${cursor}`}`)
    ).body;
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}

const PROVED = [1, 2, 255, 256, 257, 600, 1024, 1300];
const QUERIES = ['', 'kind=decision', 'kind=policy', 'q=customers', 'q=1024', 'actor=nobody'];

/** Rows without their indexes and the heads of pages. */
async function rowBytes(entries: number): Promise<number> {
  const sum =
    'SELECT sum(pg_column_size(k.*))::int AS bytes FROM public.kept k WHERE organization_id = $1 AND seq <= $2';
  const [row] = await old.sql(sum, [old.id, entries]);
  return row?.bytes;
}

async function fileBytes(bundles: number): Promise<number> {
  const files = Array.from({ length: bundles }, (_, bundle) => readFile(old.placeOf(`entries/00${bundle}.gz`)));
  return (await Promise.all(files)).reduce((sum, { length }) => sum + length, 0);
}

async function momentOf(seq: number): Promise<Date> {
  const [row] = await old.sql('SELECT at FROM public.kept WHERE organization_id = $1 AND seq = $2', [old.id, seq]);
  return row?.at;
}

async function placesOfMoments(): Promise<number[]> {
  const places: number[] = [];
  for (const seq of PROVED) {
    const moment = await momentOf(seq);
    const around = (transaction: Transaction) => numbersAround(transaction, old.id, moment);
    places.push((await inTransaction(old.service.app.pool, [old.id], around)).above);
  }
  return places;
}

async function answers() {
  const { pool, checkpoints } = old.service.app;
  const lists: unknown[] = [];
  const [from, to] = await Promise.all([momentOf(400), momentOf(1_100)]);
  const between = `from=${from.toISOString()}&to=${to.toISOString()}`;
  for (const query of [...QUERIES, between]) lists.push(await pages(query));
  const proofs: AuditProof[] = [];
  for (const seq of PROVED) proofs.push(await proveEntry(pool, checkpoints, old.id, seq, old.opened()));
  const entry = (await owner.call('/audit/700')).body;
  return { lists, proofs, entry, event: (await owner.call(`/events/${old.eventId}`)).body };
}

describe('archived entries', () => {
  it('leave their rows, and every answer stays as it was', async () => {
    const [exportedBefore, before, rows] = [await exported(), await answers(), await countRows()];
    const places = await placesOfMoments();
    await old.turnOn(90);
    expect(await old.archive({ bundlesMax: 2 })).toBe(0);
    const bundles = await old.archivedBundles();
    expect(bundles).toBeGreaterThanOrEqual(5);
    expect(await countRows()).toBeLessThan(rows - 1_000);
    const exportedAfter = await exported();
    expect(exportedAfter === exportedBefore).toBe(true);
    expect(await answers()).toEqual(before);
    // A bundle has one time. Lists leave more room than that.
    const moved = (await placesOfMoments()).map((place, at) => Math.abs(place - (places[at] as number)));
    expect(Math.max(...moved)).toBeLessThan(256);
    const verifier = verifyExport({ key: await old.service.app.checkpoints.verifierKey(old.id), since: null });
    verifier.push(Buffer.from(exportedAfter));
    expect(verifier.end()).toMatchObject({ isValid: true });
    for (const { hash, covered } of before.proofs) {
      const { index, size, path, checkpoint, key } = covered ?? expect.fail();
      const { root } = readCheckpoint(checkpoint, readVerifierKey(key));
      expect(isIncluded({ hash, index, size, path: path.map((one) => Buffer.from(one, 'base64')), root })).toBe(true);
    }
  });

  it('are files that a stranger reads: lines, hash tiles and a signed checkpoint', async () => {
    const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
    const roots: Buffer[] = [];
    for (let bundle = 0; bundle < (await old.archivedBundles()); bundle += 1) {
      const lines = gunzipSync(await readFile(old.placeOf(`entries/00${bundle}.gz`)))
        .toString()
        .trimEnd()
        .split('\n');
      let hash = '';
      let level = lines.map((line, at) => {
        const whole =
          at === 0 ? line : line.replace(/,"seq":(?=\d+,"subject":[^,]*,[^,]*$)/, `,"prevHash":"${hash}","seq":`);
        const bytes = sha256(Buffer.from(whole));
        hash = bytes.toString('hex');
        return sha256(Buffer.from([0]), bytes);
      });
      while (level.length > 1) {
        level = level.flatMap((one, at) =>
          at % 2 === 0 ? [sha256(Buffer.from([1]), one, level[at + 1] as Buffer)] : [],
        );
      }
      roots.push(level[0] as Buffer);
    }
    expect(await readFile(old.placeOf(`tile/1/000.p/${roots.length}`))).toEqual(Buffer.concat(roots));
    expect(await rowBytes(roots.length * 256)).toBeGreaterThan(RATIO_MIN * (await fileBytes(roots.length)));
    const note = await readFile(old.placeOf('checkpoint'), 'utf8');
    const key = readVerifierKey(await old.service.app.checkpoints.verifierKey(old.id));
    expect(readCheckpoint(note, key).size).toBe(roots.length * 256);
  });

  it('cannot be read from a file that was changed or is gone: the answer names it', async () => {
    const place = old.placeOf('entries/002.gz');
    const bytes = await readFile(place);
    const other = gunzipSync(bytes).toString().replace('"riskScore":', '"riskScore":1');
    for (const change of [
      () => writeFile(place, gzipSync(other)),
      () => writeFile(place, 'no file'),
      () => rm(place),
    ]) {
      await change();
      await expect(exported()).rejects.toThrow(/entries 513 to 768 .*entries\/002\.gz/);
      await expect(
        proveEntry(old.service.app.pool, old.service.app.checkpoints, old.id, 600, old.opened()),
      ).rejects.toThrow('002.gz');
    }
    await writeFile(place, bytes);
    expect(await exported()).toContain('"seq":600,');
  });

  it('come back as the rows that they were, while the service runs', async () => {
    const { pool } = old.service.app;
    expect(await restoreEntries({ pool, archive: old.opened() }, never, { bundlesMax: 2 })).toBe(0);
    expect(await old.archivedBundles()).toBe(0);
    const [{ digest: kept } = {}] = await old.sql(`${DIGEST} public.kept t`);
    const [{ digest } = {}] = await old.sql(
      `${DIGEST} svc.audit_entries t WHERE (organization_id, seq) IN (SELECT organization_id, seq FROM public.kept)`,
    );
    expect(digest).toBe(kept);
    expect(await old.sql('SELECT FROM svc.audit_archive_nodes')).toEqual([]);
  });
});
