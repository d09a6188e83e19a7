// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: its whole database is saved and restored.
 * Guarantee: the statements and commands of "With the tools of PostgreSQL" work as they stand in the guide. `.ci/run`
 * gives a superuser of a PostgreSQL whose pg_dump is installed; the commands run as one, as the guide says.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, LIVE_KEY, PLAIN_ACTION, startTestService, type TestService } from '#harness/service';
import { readRepositoryFile } from '../tidy/source-files.ts';

const [, guide = ''] = readRepositoryFile('docs/operating/backup.md').split('## With the tools of PostgreSQL');
const [, statements = ''] = /```sql\n([\s\S]*?)```/.exec(guide) ?? [];
const [, commands = ''] = /```sh\n([\s\S]*?)```/.exec(guide) ?? [];

const { SVC_TEST_SUPERUSER_URL: superuserUrl = '' } = process.env;
const RESTORED = `svc_restored_${process.pid}`;

let service: TestService;
let folder: string;
let superuser: pg.Client;
beforeAll(async () => {
  superuser = new pg.Client({ connectionString: superuserUrl });
  await superuser.connect();
  service = await startTestService();
  folder = mkdtempSync(join(tmpdir(), 'svc-pg-tools-'));
  for (let count = 0; count < 3; count += 1) {
    await call(service.baseUrl, '/v1/events', { key: LIVE_KEY, body: PLAIN_ACTION });
  }
});
afterAll(async () => {
  await service.stop();
  await superuser.query(`DROP DATABASE IF EXISTS ${RESTORED}`);
  await superuser.query('DROP ROLE IF EXISTS svc_backup');
  await superuser.end();
  rmSync(folder, { recursive: true });
});

function addressAs(user: string, database: string): string {
  const url = new URL(superuserUrl);
  return `postgres://${user}@${url.host}/${database}`;
}

function run(script: string) {
  const { hostname, port, username } = new URL(superuserUrl);
  const env = { PATH: process.env.PATH ?? '', PGHOST: hostname, PGPORT: port, PGUSER: username };
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', script], { cwd: folder, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

async function countEvents(database: string): Promise<number> {
  const client = new pg.Client({ connectionString: addressAs(new URL(superuserUrl).username, database) });
  await client.connect();
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM svc.events');
  await client.end();
  return rows[0]?.count ?? -1;
}

it('dumps and restores every row with a role that may see past row-level security', async () => {
  const { name } = service.database;
  await superuser.query(statements);
  const { username } = new URL(service.database.connectionString);
  const script = commands
    .replaceAll('postgres://svc_backup@db.internal/svc', addressAs('svc_backup', name))
    .replaceAll('svc_owner', username)
    .replaceAll('svc_restored', RESTORED);
  expect(script).not.toBe(commands);
  expect(run(script)).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(await countEvents(RESTORED)).toBe(3);
  expect(await countEvents(name)).toBe(3);
});

it('refuses a dump by the owner, and warns rightly that one with row-level security holds no row', () => {
  const { username } = new URL(service.database.connectionString);
  const dump = `pg_dump --schema=svc --data-only --dbname='${addressAs(username, service.database.name)}'`;
  const refused = run(dump);
  expect(refused.status).not.toBe(0);
  expect(refused.stderr).toContain('query would be affected by row-level security policy');
  const empty = run(`${dump} --table=svc.audit_entries --enable-row-security`);
  expect(empty.status).toBe(0);
  expect(empty.stdout).toMatch(/^COPY svc\.audit_entries .*\n\\\.$/m);
});
