// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: the program reads the whole database.
 * `svc-server psql` as a process: as the service's role, on one organization, and reading only unless asked.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acme, plainNames, startTestService, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { clusterDirectoryIn, clusterName } from '../../postgres/src/cluster.ts';
import { processesOfCluster } from '../../postgres/src/processes.ts';
import { createVault, signInSecrets } from '../../server/src/platform/vault/index.ts';
import { loadSignIn } from '../../server/src/storage/schema/index.ts';
import { ROOT } from '../tidy/source-files.ts';
import { startServer } from './running-server.ts';

plainNames();

const KEY = Buffer.alloc(32, 7);
const BINARY = join(ROOT, 'server/bin/svc-server.js');

let folder: string;
let service: TestService;
let environment: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-psql-'));
  mkdirSync(join(folder, 'empty'));
  service = await startTestService();
  // A start makes the role that the service signs in as.
  const { signIn } = await loadSignIn();
  const made = await signIn({ connectionString: service.database.connectionString }, signInSecrets(createVault([KEY])));
  expect(made.fault).toBeNull();
  environment = {
    DATABASE_URL: service.database.connectionString,
    SVC_ENCRYPTION_KEY: KEY.toString('base64'),
    SVC_DATA_DIR: join(folder, 'unused'),
    PATH: join(folder, 'empty'),
  };
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  code: number | null;
  output: string;
  errors: string;
}

/** @param env its PATH decides which prompt is found: in an empty folder there is no psql */
function psql(args: readonly string[], input: string, env = environment): Promise<Ended> {
  const child = spawn(process.execPath, [BINARY, 'psql', ...args], { env });
  const shown = { output: '', errors: '' };
  child.stdout.on('data', (chunk) => (shown.output += String(chunk)));
  child.stderr.on('data', (chunk) => (shown.errors += String(chunk)));
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...shown })));
}

const AGENTS = 'SELECT name FROM agents ORDER BY name;\n';

describe('the prompt', () => {
  it('sees the rows of the organization that was named, and of no other', async () => {
    const seen = await psql(['--organization', 'Acme'], AGENTS);
    expect(seen).toEqual({
      code: 0,
      errors: expect.stringMatching(/^Database: \w+ at \S+, of DATABASE_URL\n$/),
      output: ' name\n-------------\n billing-bot\n paused-bot\n reader-bot\n support-bot\n(4 rows)\n\n',
    });
    const other = await psql(['--organization', 'Globex'], 'SELECT count(*) FROM agents');
    expect(other.output).toBe(' count\n-------\n 1\n(1 row)\n\n');
    expect((await psql([], AGENTS)).output).toContain('(0 rows)');
  });

  it('is the service’s role, whatever the address signs in as', async () => {
    const { output } = await psql(['--write'], 'SELECT current_user;\n');
    expect(output).toContain('svc_app');
    expect((await psql(['--write'], 'DELETE FROM audit_entries;')).errors).toContain('permission denied');
  });

  it('signs in as a role from which no statement leads to the owner', async () => {
    const left = await psql(['--write'], 'SET ROLE NONE; SELECT count(*) FROM svc.organizations;');
    expect(left).toMatchObject({ code: 1, errors: expect.stringContaining('permission denied') });
    const unknown = { ...environment, SVC_ENCRYPTION_KEY: Buffer.alloc(32, 8).toString('base64') };
    const owner = await psql([], 'SELECT 1;', unknown);
    expect(owner.errors).toContain('signs in as the owner');
    expect(owner.code).toBe(0);
  });

  it('changes nothing without --write, and stops at the first error', async () => {
    const update = `UPDATE agents SET name = 'renamed-bot' WHERE name = 'reader-bot';\n`;
    const refused = await psql(['--organization', 'Acme'], update + AGENTS);
    expect(refused).toMatchObject({ code: 1, output: '', errors: expect.stringContaining('read-only transaction') });
    const changed = await psql(['--organization', 'Acme', '--write'], update);
    expect(changed).toMatchObject({ code: 0, output: 'UPDATE 1\n' });
    const rows = await readRows(service.database, `SELECT name FROM svc.agents WHERE name LIKE 're%'`);
    expect(rows).toEqual([{ name: 'renamed-bot' }]);
  });

  it('lets no value steer the terminal', async () => {
    const { output } = await psql([], `SELECT E'a\\x1b[2Jb\\u202Ec' AS value;`);
    expect(output).toContain('a\\u001b[2Jb\\u202ec');
    expect(output).not.toContain('\u001b');
  });

  it('says what is wrong', async () => {
    expect(await psql(['--organization', 'Nobody'], AGENTS)).toEqual({
      code: 1,
      output: '',
      errors: expect.stringMatching(/\nThere is no organization "Nobody"\.\n$/),
    });
    const nowhere = join(folder, 'nowhere');
    const refused = await psql([], AGENTS, { PATH: environment.PATH ?? '', SVC_DATA_DIR: nowhere });
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('or start the service once') });
    expect(existsSync(nowhere)).toBe(false);
    expect(await psql(['--organisation', 'Acme'], AGENTS)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('Usage:'),
    });
  });
});

it('hands over to psql where it is installed, with the password in the environment only', async () => {
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  // It tells how it was called, which the real one does not.
  const script = '#!/bin/sh\n[ "$1" = --version ] && exit 0\necho "$@"\necho "$PGPASSWORD|$PGOPTIONS"\nexit 3\n';
  writeFileSync(join(programs, 'psql'), script);
  chmodSync(join(programs, 'psql'), 0o755);
  const { password } = new URL(service.database.connectionString);
  const { code, output } = await psql(['--organization', 'Acme'], '', { ...environment, PATH: programs });
  const [called = '', given = ''] = output.split('\n');
  const [own = ''] = given.split('|');
  expect(code).toBe(3);
  expect(called).toContain('--no-psqlrc --set ON_ERROR_STOP=1 --dbname postgres');
  expect(called).toContain('user=svc_login_');
  expect([password, own]).not.toContain('');
  for (const secret of [decodeURIComponent(password), own]) expect(called).not.toContain(secret);
  expect(given).toMatch(/^[\w-]+\|-c role=svc_app .*-c svc\.organizations=\{[0-9a-f-]{36}\} /);
  expect(given).toContain('-c default_transaction_read_only=on');
});

it('finds the embedded database beside a running service, and starts it when none runs', async () => {
  const dataDir = join(folder, 'data');
  const provision = join(folder, 'acme.yaml');
  writeFileSync(provision, acme());
  const env = { PATH: environment.PATH ?? '', SVC_DATA_DIR: dataDir };
  const server = startServer([], { ...env, SVC_PROVISION_FILE: provision });
  await server.seen(/listening on/);
  const beside = await psql(['--organization', 'Acme'], AGENTS, env);
  expect(beside).toMatchObject({
    code: 0,
    errors: `Database: embedded, in ${dataDir}\n`,
    output: expect.stringContaining('(4 rows)'),
  });
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  const alone = await psql(['--organization', 'Acme'], AGENTS, env);
  expect(alone).toEqual(beside);
  const cluster = clusterName(clusterDirectoryIn(dataDir));
  expect(await processesOfCluster(cluster ?? '')).toEqual([]);
});
