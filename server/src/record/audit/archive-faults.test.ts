// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: rows, files and rights are tried.
 * Guarantee: an entry leaves its table only when its file is there and as it was signed, however a run ends. The
 * database holds that, whatever the service says. A later run goes on.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { leafHashes, rootOver } from '@svc/core/audit-tree';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ArchiveService, startArchiveService } from '#harness/audit-archive';
import { S3_KEYS, startStore } from '#harness/s3';
import { createEgress } from '../../outgoing/egress/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { hashesAt } from '../../storage/heads/index.ts';
import { openArchive, openFolderStore } from '../archive/index.ts';
import { countDue, pauseArchiving, restoreEntries } from './index.ts';

const never = new AbortController().signal;

let old: ArchiveService;
beforeAll(async () => {
  old = await startArchiveService(800);
});
afterAll(() => old.stop());
beforeEach(async () => {
  await restoreEntries({ pool: old.service.app.pool, archive: old.opened() }, never);
  await pauseArchiving(old.service.app.pool, false);
  await rm(old.placeOf(''), { recursive: true, force: true });
  await old.turnOn(90);
});

const asService = (text: string, values: unknown[]) =>
  inTransaction(old.service.app.pool, [old.id], (transaction) => transaction.query(text, values));

async function rootOf(bundle: number): Promise<Buffer> {
  const rows = await old.sql(
    'SELECT hash FROM svc.audit_entries WHERE organization_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq',
    [old.id, bundle * 256, bundle * 256 + 256],
  );
  return rootOver(leafHashes(Buffer.concat(rows.map(({ hash }) => hash))));
}

async function filesOf(folder: string): Promise<[string, Buffer][]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return await Promise.all(
    paths.map(async (path) => [relative(folder, path), await readFile(path)] as [string, Buffer]),
  );
}

const rows = async () => (await old.sql('SELECT count(*)::int AS n FROM svc.audit_entries'))[0]?.n;

describe('the database lets nothing go', () => {
  const archive = (first: number, roots: Buffer[]) =>
    asService('SELECT svc.archive_bundles($1, $2, $3::bytea[])', [old.id, first, roots]);

  it('while it is off or paused, by a role that cannot turn it on', async () => {
    const before = await rows();
    await old.turnOn(null);
    expect(await old.archive()).toBe(0);
    await expect(archive(0, [await rootOf(0)])).rejects.toThrow('audit entries are not archived here');
    const turnOn = 'UPDATE svc.audit_archive_settings SET after_days = $1';
    await expect(asService(turnOn, [1])).rejects.toThrow('permission denied');
    await old.turnOn(90);
    await pauseArchiving(old.service.app.pool, true);
    expect(await old.archive()).toBe(0);
    await expect(archive(0, [await rootOf(0)])).rejects.toThrow('audit entries are not archived here');
    expect(await rows()).toBe(before);
  });

  it('that is too young, not the next, not signed, or has another hash', async () => {
    const before = await rows();
    await expect(archive(1, [await rootOf(1)])).rejects.toThrow('other audit entries are the next');
    await expect(archive(0, [await rootOf(1)])).rejects.toThrow('another hash');
    await expect(
      archive(
        0,
        Array.from({ length: 100 }, () => Buffer.alloc(32)),
      ),
    ).rejects.toThrow('no signed checkpoint');
    await old.turnOn(200);
    await expect(archive(0, [await rootOf(0)])).rejects.toThrow('too young');
    expect(await old.archive()).toBe(0);
    expect(await countDue(old.service.app.pool, 200)).toBe(0);
    expect(await rows()).toBe(before);
  });

  it('and the service may neither delete entries nor change what is archived', async () => {
    const denied = 'permission denied';
    await expect(asService('DELETE FROM svc.audit_entries WHERE organization_id = $1', [old.id])).rejects.toThrow(
      denied,
    );
    expect(await old.archive()).toBe(0);
    const nodes = 'svc.audit_archive_nodes';
    await expect(asService(`DELETE FROM ${nodes} WHERE organization_id = $1`, [old.id])).rejects.toThrow(denied);
    await expect(asService(`UPDATE ${nodes} SET number = 0`, [])).rejects.toThrow(denied);
    const position = 'UPDATE svc.audit_checkpoint_heads SET archived_bundles = 0 WHERE organization_id = $1';
    await expect(asService(position, [old.id])).rejects.toThrow(denied);
    await expect(asService('SELECT svc.restore_bundles($1, 0)', [old.id])).rejects.toThrow('not back as they were');
  });
});

describe('a run', () => {
  const store = () => openFolderStore(old.folder);

  it('that ends between the files and the database leaves the rows, and the next one finds its files', async () => {
    const before = await rows();
    const cut = { ...store(), replace: () => Promise.reject(new Error('the power is gone')) };
    await expect(old.archive({}, cut)).rejects.toThrow(AggregateError);
    expect(await readdir(old.placeOf('entries'))).toEqual(['000.gz', '001.gz', '002.gz']);
    expect([await rows(), await old.archivedBundles()]).toEqual([before, 0]);
    const first = await readFile(old.placeOf('entries/000.gz'));
    expect(await old.archive()).toBe(0);
    expect(await old.archivedBundles()).toBe(3);
    expect(await readFile(old.placeOf('entries/000.gz'))).toEqual(first);
  });

  it('that shares its work with another one does it once', async () => {
    const ended = await Promise.allSettled([old.archive({ bundlesMax: 1 }), old.archive({ bundlesMax: 1 })]);
    expect(ended.some(({ status }) => status === 'fulfilled')).toBe(true);
    await old.archive();
    expect(await old.archivedBundles()).toBe(3);
    await restoreEntries({ pool: old.service.app.pool, archive: old.opened() }, never);
    expect(await old.archivedBundles()).toBe(0);
  });

  it('into a bucket writes the same files, and reads them', async () => {
    await old.archive();
    const files = [...(await filesOf(old.placeOf('')))].sort();
    await restoreEntries({ pool: old.service.app.pool, archive: old.opened() }, never);
    await pauseArchiving(old.service.app.pool, false);
    const { clock } = old.service;
    const store = await startStore(clock.nowMs);
    const egress = createEgress({ allow: ['127.0.0.1'] });
    const settings = { kind: 'bucket', bucket: 'b', prefix: '', endpoint: store.endpoint, ...S3_KEYS } as const;
    const bucket = openArchive(settings, { clock, egress, log: { error: () => {} } });
    store.failWith(500);
    await expect(old.archive({}, bucket.store ?? expect.fail())).rejects.toThrow(AggregateError);
    store.failWith(null);
    expect(await old.archive({}, bucket.store ?? expect.fail())).toBe(0);
    expect(await old.archivedBundles()).toBe(3);
    const objects = [...store.objects].map(([key, bytes]) => [key.slice(`b/${old.id}/`.length), bytes]);
    expect(objects.sort()).toEqual(files);
    await restoreEntries({ pool: old.service.app.pool, archive: bucket }, never);
    expect(await old.archivedBundles()).toBe(0);
    await egress.close();
    await store.stop();
  });

  it('loses no chain of a process that remembers an entry of it', async () => {
    const [row] = await old.sql('SELECT hash FROM svc.audit_entries WHERE organization_id = $1 AND seq = 256', [
      old.id,
    ]);
    await old.archive();
    const remembered = { organizationId: old.id, hash: row?.hash.toString('hex'), atMs: 0, signedSize: 0 };
    const found = async (seq: number) =>
      await inTransaction(old.service.app.pool, [old.id], (transaction) =>
        hashesAt(transaction, [{ known: { ...remembered, seq }, foundSeq: 10_000 }]),
      );
    expect((await found(256)).get(old.id)).toBe(remembered.hash);
    expect((await found(9_999)).get(old.id)).toBeUndefined();
  });

  it('keeps the tiles of the last size alone', async () => {
    expect(await old.archive({ bundlesMax: 1 })).toBe(0);
    expect(await readdir(old.placeOf('tile/1/000.p'))).toEqual(['3']);
  });

  it('leaves a changed entry, and all behind it, where a check finds it', async () => {
    const change = (kind: string) =>
      old.sql('UPDATE svc.audit_entries SET kind = $2 WHERE organization_id = $1 AND seq = 300', [old.id, kind]);
    const [{ kind } = {}] = await old.sql(
      'SELECT kind FROM svc.audit_entries WHERE organization_id = $1 AND seq = 300',
      [old.id],
    );
    await change('decision.other');
    await expect(old.archive()).rejects.toThrow(AggregateError);
    expect(await old.archivedBundles()).toBe(0);
    await change(kind);
    expect(await old.archive()).toBe(0);
    expect(await old.archivedBundles()).toBe(3);
  });

  it('writes over no other file, and trusts none that it did not read back', async () => {
    await old.archive();
    const other = await readFile(old.placeOf('entries/001.gz'));
    await restoreEntries({ pool: old.service.app.pool, archive: old.opened() }, never);
    await pauseArchiving(old.service.app.pool, false);
    await writeFile(old.placeOf('entries/000.gz'), other);
    await expect(old.archive()).rejects.toThrow(AggregateError);
    expect(await readFile(old.placeOf('entries/000.gz'))).toEqual(other);
    expect(await old.archivedBundles()).toBe(0);
    const forgetful = { ...store(), create: () => Promise.resolve(true) };
    await rm(old.placeOf('entries/000.gz'));
    await expect(old.archive({}, forgetful)).rejects.toThrow(AggregateError);
    expect(await old.archivedBundles()).toBe(0);
  });
});
