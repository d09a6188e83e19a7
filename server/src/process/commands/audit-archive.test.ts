// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: an operator acts beside it.
 * Guarantee: an operator sees what an archive would take, fills it and empties it while the service runs. The check of a
 * machine, a backup and the end of an organization know of it.
 */
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ArchiveService, startArchiveService } from '#harness/audit-archive';
import { TEST_ENCRYPTION_KEY } from '#harness/service';
import { isResumable } from '../../decisions/stream/positions.ts';
import { deleteRowsOfEnded } from '../../lifecycle/data-rights/index.ts';
import { readConfig } from '../../platform/config/index.ts';
import { NO_ARCHIVE } from '../../record/archive/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { archiveNow, unarchive } from './audit-archive.ts';
import { backUp } from './backup/index.ts';
import { doctor } from './doctor/index.ts';

const never = new AbortController().signal;
const HOUR_MS = 3_600_000;

let old: ArchiveService;
beforeAll(async () => {
  old = await startArchiveService(600);
});
afterAll(() => old.stop());

async function run(command: 'archive' | 'dry-run' | 'unarchive' | 'doctor' | 'backup', environment = {}) {
  const variables = {
    DATABASE_URL: old.service.database.connectionString,
    SVC_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY.toString('base64'),
    SVC_DATA_DIR: join(old.folder, 'data'),
    SVC_AUDIT_ARCHIVE: old.folder,
    ...environment,
  };
  const config = () => readConfig(variables);
  let text = '';
  const output = { write: (part: string) => (text += part) };
  const streams = { stdout: output, stderr: output };
  const code = await {
    archive: () => archiveNow([], config, streams),
    'dry-run': () => archiveNow(['--dry-run'], config, streams),
    unarchive: () => unarchive(config, streams),
    doctor: () => doctor([], variables, config, streams),
    backup: () => backUp(config(), join(old.folder, 'one.backup'), output),
  }[command]();
  return { code, text };
}

it('says what an archive would take, and takes it', async () => {
  expect((await run('dry-run')).text).toContain('512 audit entries are older than 90 days, signed, and not archived');
  expect(await old.archivedBundles()).toBe(0);
  expect((await run('archive')).text).toContain('Archived 512 audit entries; the archive holds 512.');
  expect((await run('dry-run')).text).toContain('0 audit entries');
  await expect(run('archive', { SVC_AUDIT_ARCHIVE: '' })).rejects.toThrow('SVC_AUDIT_ARCHIVE is not set');
});

it('is whole for the check of a machine, until a file is lost or the setting is', async () => {
  expect((await run('doctor')).text).toMatch(/^ok +audit archive +can be written and read; the newest files of 1 /m);
  const lost = await run('doctor', { SVC_AUDIT_ARCHIVE: '' });
  expect(lost.text).toMatch(/^fault +audit archive +audit entries are archived, and SVC_AUDIT_ARCHIVE is not set/m);
  const place = old.placeOf('entries/001.gz');
  const bytes = await readFile(place);
  await rm(place);
  expect((await run('doctor')).text).toMatch(
    /^fault +audit archive .*257 to 512.*entries\/001\.gz: the file is missing/m,
  );
  await writeFile(place, bytes);
});

it('is named by a backup, which follows each chain from its first row on', async () => {
  const { code, text } = await run('backup');
  expect(text).toMatch(/^VALID: \d+ rows in \d+ tables, 2 audit chains/m);
  expect(text).toContain('Not in this file: 512 audit entries, which the archive holds');
  expect(code).toBe(0);
});

it('resumes no stream from an archived position', async () => {
  const { pool } = old.service.app;
  const resumed = (seq: number) =>
    inTransaction(pool, [old.id], (transaction) => isResumable(transaction, old.id, seq, pool.clock.nowMs()));
  const [head] = await old.sql('SELECT audit_seq::int AS seq FROM svc.organization_heads WHERE organization_id = $1', [
    old.id,
  ]);
  expect([await resumed(10), await resumed(511), await resumed(head?.seq)]).toEqual([false, false, true]);
});

it('is emptied, and stays so until it is filled again', async () => {
  expect((await run('unarchive')).text).toContain('Brought 512 audit entries back into the database.');
  expect(await old.archivedBundles()).toBe(0);
  expect(await old.archive()).toBe(0);
  expect(await old.archivedBundles()).toBe(0);
  expect((await run('archive')).text).toContain('Archived 512 audit entries');
});

it('ends with its organization: files go last', async () => {
  const { pool } = old.service.app;
  await inTransaction(pool, [old.id], (transaction) => transaction.query('SELECT svc.begin_deletion($1)', [old.id]));
  await expect(deleteRowsOfEnded(pool, Date.now(), never, NO_ARCHIVE)).rejects.toThrow(AggregateError);
  expect(await deleteRowsOfEnded(pool, Date.now(), never, old.opened())).toBe(0);
  expect(existsSync(old.placeOf('checkpoint'))).toBe(true);
  expect(await deleteRowsOfEnded(pool, Date.now() + HOUR_MS, never, old.opened())).toBe(0);
  expect(existsSync(old.placeOf(''))).toBe(false);
  expect(await old.sql('SELECT FROM svc.audit_archive_nodes')).toEqual([]);
});
