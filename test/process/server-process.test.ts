// SPDX-License-Identifier: Apache-2.0
/** `svc-server` as an operator runs it: start, quick start, bad values, second process, stop. */
import { spawn } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { call, PLAIN_ACTION } from '#harness/service';
import { signIn } from '#harness/service/sessions.ts';
import { ROOT } from '../tidy/source-files.ts';
import { type RunningServer, startServer } from './running-server.ts';

const LIVE_KEY = `key_live_${'P'.repeat(43)}`;
const ORGANIZATION = `
apiVersion: svc/v1
kind: Provision
organizations:
  - name: Acme
    resources:
      - { name: customers, classification: CUSTOMER_PII }
    agents:
      - { name: billing-bot }
    apiKeys:
      - { name: live, key: ${LIVE_KEY} }
`;
const KEY = Buffer.alloc(32, 1).toString('base64');

let dataDir: string;
const running: RunningServer[] = [];
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-process-'));
});
afterAll(async () => {
  for (const one of running) {
    one.process.kill('SIGTERM');
    await one.ended;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

function start(args: readonly string[], environment: Record<string, string> = {}): RunningServer {
  const started = startServer(args, { SVC_DATA_DIR: dataDir, ...environment });
  running.push(started);
  return started;
}

const LISTENING = /listening on (http:\/\/[\d.]+:\d+)/;

/** Linux gives each thread a folder; those for long computations have a low priority. */
function backgroundThreads({ pid }: RunningServer['process']): string[] {
  const folder = `/proc/${pid}/task`;
  const niceOf = (thread: string) =>
    readFileSync(join(folder, thread, 'stat'), 'latin1')
      .split(') ')[1]
      ?.split(' ')[16];
  return readdirSync(folder)
    .filter((thread) => niceOf(thread) === '10')
    .sort();
}

/** None of a process that has ended meanwhile. */
function commandLineOf(pid: string): string[] {
  try {
    return [readFileSync(`/proc/${pid}/cmdline`, 'utf8')];
  } catch {
    return [];
  }
}

describe('the quick start', () => {
  let service: RunningServer;
  let [address, key, body] = ['', '', ''];
  beforeAll(async () => {
    service = start(['quick-start']);
    [, address = ''] = await service.seen(LISTENING);
    [, key = ''] = await service.seen(/LIVE key +(key_live_\w+)/);
    [, body = ''] = await service.seen(/-d '(\{.*\})'/);
  });

  it('is refused for a second process on one data folder, and the first goes on', async () => {
    const second = start([]);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('SVC_DATA_DIR: The data directory');
    expect((await fetch(`${address}/health`)).status).toBe(200);
  });

  it('prints an address, a sign-in, keys and a curl line that gives a decision; the same ones the next time', async () => {
    await service.seen(/Sign-in +owner@acme\.test +\S{20}/);
    const decided = await call(address, '/v1/events', { key, raw: body });
    expect(decided.status).toBe(200);
    expect(decided.body).toMatchObject({ decision: 'REVIEW', policy: { name: 'Review customer exports' } });
    expect(statSync(join(dataDir, 'quick-start.yaml')).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);

    service.process.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    service = start(['quick-start']);
    expect((await service.seen(/LIVE key +(key_live_\w+)/))[1]).toBe(key);
    [, address = ''] = await service.seen(LISTENING);
    const read = await call(address, `/v1/events/${decided.body.id}`, { key });
    // The service has another port now, and no public address.
    const url = `${address}/app/reviews?event=${decided.body.id}`;
    expect(read.body).toEqual({ ...decided.body, review: { ...decided.body.review, url } });
    expect(service.output()).not.toContain('"level":50');
  });

  it.runIf(process.platform === 'linux')('shows no secret in the list of processes, nor a file to others', async () => {
    const [, password = ''] = await service.seen(/Sign-in +owner@acme\.test +(\S{20})/);
    const secrets = [key, password, readFileSync(join(dataDir, 'encryption.key'), 'utf8').trim()];
    const lines = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? commandLineOf(pid) : []));
    expect(lines.filter((line) => line.includes('quick-start')).length).toBeGreaterThan(0);
    for (const secret of secrets) expect(lines.filter((line) => line.includes(secret)).length).toBe(0);
    const open = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
      const stat = lstatSync(join(dataDir, name), { throwIfNoEntry: false });
      return stat === undefined || stat.isSymbolicLink() || (stat.mode & 0o077) === 0 ? [] : [name];
    });
    expect(open).toEqual([]);
  });

  it('sends webhooks to `svc listen` on the same machine, which Ctrl-C ends', async () => {
    const [, password = ''] = await service.seen(/Sign-in +owner@acme\.test +(\S{20})/);
    const secret = `whsec_${'s'.repeat(43)}`;
    const program = join(ROOT, 'cli/bin/svc.js');
    const listening = spawn(process.execPath, [program, 'listen', '--port', '0'], {
      env: { PATH: process.env.PATH, SVC_WEBHOOK_SECRET: secret },
    });
    const shown = { stdout: '', stderr: '' };
    listening.stdout.on('data', (chunk: Buffer) => (shown.stdout += chunk.toString()));
    listening.stderr.on('data', (chunk: Buffer) => (shown.stderr += chunk.toString()));
    const ended = new Promise((resolve) => listening.on('close', resolve));
    await expect.poll(() => shown.stderr, PATIENTLY).toMatch(/listening at \S+\//);
    const [, url = ''] = /listening at (\S+)/.exec(shown.stderr) ?? [];
    const owner = await signIn(address, 'owner@acme.test', password);
    const made = await owner.call('/webhooks', { body: { url, secret } });
    expect(made.status).toBe(201);
    await call(address, '/v1/events', { key, raw: body });
    await expect
      .poll(() => shown.stdout, PATIENTLY)
      .toMatch(/ {2}REVIEW {4}billing-bot wants to export data from customers/);
    const elsewhere = await owner.call('/webhooks', { body: { url: 'http://10.0.0.9/' } });
    expect(elsewhere.body.message).toContain('or one that the operator opens with SVC_EGRESS_ALLOW');
    listening.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(shown.stderr).toContain('ended. 1 verified, 0 refused.');
  });

  it('finishes what is under way at SIGTERM, ends with 0 in time and leaves no process behind', async () => {
    const [, postgres] = await service.seen(/"pid":(\d+),"serverVersion"/);
    const answers = Array.from({ length: 50 }, () =>
      call(address, '/v1/events', { key, body: PLAIN_ACTION }).then(
        ({ status }) => status,
        () => 'refused' as const,
      ),
    );
    await answers[0];
    service.process.kill('SIGTERM');
    // It would end with 1 after 10 s.
    expect(await service.ended).toBe(0);
    for (const status of await Promise.all(answers)) expect([200, 503, 'refused']).toContain(status);
    if (process.platform === 'linux') expect(existsSync(`/proc/${postgres}/stat`)).toBe(false);
    expect(readFileSync(join(dataDir, 'encryption.key'), 'utf8').trim()).toHaveLength(44);
  });

  it('ends a start that is under way with 0 at SIGTERM, and leaves no process behind', async () => {
    const started = start(['quick-start'], { SVC_DATA_DIR: join(dataDir, 'fresh') });
    const [, postgres] = await started.seen(/"pid":(\d+),"serverVersion"/);
    started.process.kill('SIGTERM');
    expect(await started.ended).toBe(0);
    if (process.platform === 'linux') expect(existsSync(`/proc/${postgres}/stat`)).toBe(false);
  });
});

describe('a service on a given database', () => {
  let database: TestDatabase;
  let service: RunningServer;
  let address = '';
  beforeAll(async () => {
    database = await createTestDatabase();
    const file = join(dataDir, 'organization.yaml');
    writeFileSync(file, ORGANIZATION, { mode: 0o600 });
    service = start([], {
      DATABASE_URL: database.connectionString,
      SVC_ENCRYPTION_KEY: KEY,
      SVC_PROVISION_FILE: file,
    });
    [, address = ''] = await service.seen(LISTENING);
    return async () => {
      service.process.kill('SIGTERM');
      await service.ended;
      await database.drop();
    };
  });

  it.runIf(process.platform === 'linux')(
    'has its threads: the first long content and the first large test start none',
    async () => {
      const before = backgroundThreads(service.process);
      expect(before.length).toBeGreaterThanOrEqual(3);
      const content = 'Segue o pedido 48213. '.repeat(4_000);
      const body = { agent: 'billing-bot', action: 'READ_DATA', resource: 'customers', content };
      const decided = await call(address, '/v1/events', { key: LIVE_KEY, body });
      expect(decided.status).toBe(200);
      const policies = Array.from({ length: 1_500 }, (_, at) => ({ name: `p${at}`, action: 'ANY', decision: 'ALLOW' }));
      const tested = await call(address, '/v1/policies/test', { key: LIVE_KEY, body: { policies, cases: [] } });
      expect(tested.status).toBe(200);
      expect(backgroundThreads(service.process)).toEqual(before);
    },
  );

  it('signs in as a role of its own alone, whatever role the address names', async () => {
    const owner = new pg.Client({ connectionString: database.connectionString });
    await owner.connect();
    try {
      expect((await fetch(`${address}/ready`)).status).toBe(200);
      const { rows } = await owner.query<{ usename: string }>(
        `SELECT usename FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const { usename } of rows) expect(usename).toMatch(/^svc_login_[0-9a-f]{12}$/);
    } finally {
      await owner.end();
    }
  });
});

describe('a start that cannot be', () => {
  it.each([
    [{ SVC_PORT: 'http' }, /^SVC_PORT must be/m],
    [{ SVC_METRICS_PORT: '1', SVC_METRICS_HOST: '192.0.2.1' }, /^SVC_METRICS_PORT: listen E/m],
    [
      { SVC_PROVISION_FILE: '/does/not/exist.yaml' },
      /^SVC_PROVISION_FILE: the file \/does\/not\/exist\.yaml cannot be read \(ENOENT\)\.$/m,
    ],
  ])('ends with 1 and a line that says why: %o', async (environment, line) => {
    const started = start([], environment);
    expect(await started.ended).toBe(1);
    expect(started.output()).toMatch(line);
    expect(started.output()).not.toMatch(/\n +at /);
  });

  it('is refused for an unknown command, with the usage', async () => {
    const started = start(['serve']);
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain('Usage:');
  });
});
