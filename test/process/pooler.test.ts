// SPDX-License-Identifier: Apache-2.0
/**
 * PgBouncer between the service and its database. Guarantee: in session mode the service works, without settings of the
 * pooler's role. In the other modes the start and `doctor` end with a sentence that names the mode.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { createTestDatabase, type DatabaseLine, startDatabaseLine, type TestDatabase } from '#harness/postgres';
import { call } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { freePorts } from '../failover/cluster/processes.ts';
import { programAt } from '../failover/cluster/programs.ts';
import { type RunningServer, startServer } from './running-server.ts';

const KEY = `key_live_${'B'.repeat(43)}`;
const ACTION = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' };
const DECISIONS = 200;
const NOBODY = 65_534;

let folder: string;
let database: TestDatabase;
let line: DatabaseLine;
let pooler: ChildProcess;
let service: RunningServer | null = null;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-pooler-'));
  database = await createTestDatabase();
});
afterEach(async () => {
  service?.process.kill('SIGTERM');
  await service?.ended;
  service = null;
  pooler.kill('SIGKILL');
  await line.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** As Debian installs it, but for the mode and the way to the database. @returns the address through it */
async function startPooler(mode: 'session' | 'transaction' | 'statement'): Promise<string> {
  // The socket of PostgreSQL is for its owner alone.
  line = await startDatabaseLine(database);
  const there = new URL(line.database.connectionString);
  const [user, password] = [there.username, there.password].map(decodeURIComponent);
  const [port = 0] = await freePorts(1);
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${user}" "${password}"\n`);
  const file = join(folder, 'pgbouncer.ini');
  const name = there.pathname.slice(1);
  writeFileSync(
    file,
    `[databases]
${name} = host=127.0.0.1 port=${there.port} dbname=${name}
[pgbouncer]
pool_mode = ${mode}
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
auth_user = ${user}
default_pool_size = 40
`,
  );
  // It does not run as root.
  const other = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  chmodSync(folder, 0o755);
  pooler = spawn(programAt('pgbouncer'), ['-q', file], { stdio: 'ignore', ...other });
  await vi.waitFor(
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.destroy();
          resolve();
        });
        socket.once('error', reject);
      }),
    PATIENTLY,
  );
  return `postgres://${there.username}:${there.password}@127.0.0.1:${port}/${name}`;
}

function environment(address: string): Record<string, string> {
  const organization = {
    name: 'Acme',
    resources: [{ name: 'orders', classification: 'INTERNAL' }],
    agents: [{ name: 'billing-bot' }],
    apiKeys: [{ name: 'live', key: KEY }],
  };
  const file = join(folder, 'provision.yaml');
  writeFileSync(file, JSON.stringify({ apiVersion: 'svc/v1', kind: 'Provision', organizations: [organization] }));
  return {
    DATABASE_URL: address,
    SVC_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_PROVISION_FILE: file,
    SVC_RATE_EVENTS_PER_MINUTE: '1000000',
  };
}

it('works in session mode, signed in as its own role', async () => {
  service = startServer([], environment(await startPooler('session')));
  const [, address = ''] = await service.seen(/"listening on (http:[^"]+)"/);
  expect(service.output()).toContain('a pooler in session mode is before the database');
  const decide = () => call(address, '/v1/events', { key: KEY, body: ACTION });
  const answers = await Promise.all(Array.from({ length: DECISIONS }, decide));
  expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
  const users = await readRows<{ name: string }>(
    database,
    `SELECT DISTINCT usename AS name FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename LIKE 'svc_login%'`,
  );
  expect(users).toHaveLength(1);
});

it.each([
  ['transaction', 'a pooler in transaction mode is at this address'],
  ['statement', 'PgBouncer in statement mode is at this address'],
] as const)('is refused in %s mode, by a start and by doctor', async (mode, sentence) => {
  const variables = environment(await startPooler(mode));
  service = startServer([], variables);
  expect(await service.ended).toBe(1);
  expect(service.output()).toContain(`DATABASE_URL: ${sentence}`);
  expect(service.output()).toContain('pool_mode = session');
  const doctor = startServer(['doctor'], variables);
  expect(await doctor.ended).toBe(1);
  expect(doctor.output()).toMatch(new RegExp(`^fault +database sessions +${sentence}`, 'm'));
});
