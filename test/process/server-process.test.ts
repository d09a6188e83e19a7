/** `svc-server` as an operator runs it: start, quick start, bad values, second process, stop. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#harness/postgres';
import { acme, call, PLAIN_ACTION } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { type RunningServer, startServer } from './running-server.ts';

const STOP_WITHIN_MS = 10_000;
const KEY = Buffer.alloc(32, 1).toString('base64');

let dataDir: string;
const running: RunningServer[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-process-'));
});
afterEach(async () => {
  for (const one of running.splice(0)) {
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

describe('the quick start', () => {
  it('prints an address, a sign-in, keys and a curl line that gives a decision; the same ones the next time', async () => {
    const first = start(['quick-start']);
    const [, address] = await first.seen(LISTENING);
    const [, key] = await first.seen(/LIVE key +(key_live_\w+)/);
    await first.seen(/Sign-in +owner@acme\.test +\S{20}/);
    const [, body] = await first.seen(/-d '(\{.*\})'/);
    const decided = await call(address ?? '', '/v1/events', { key: key ?? '', raw: body ?? '' });
    expect(decided.status).toBe(200);
    expect(decided.body).toMatchObject({ decision: 'REVIEW', policy: { name: 'Review customer exports' } });
    expect(statSync(join(dataDir, 'quick-start.yaml')).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);

    first.process.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const second = start(['quick-start']);
    expect((await second.seen(/LIVE key +(key_live_\w+)/))[1]).toBe(key);
    const [, again] = await second.seen(LISTENING);
    const read = await call(again ?? '', `/v1/events/${decided.body.id}`, { key: key ?? '' });
    expect(read.body).toEqual(decided.body);
    expect(second.output()).not.toContain('"level":50');
  }, 90_000);
});

describe('a start that cannot be', () => {
  it.each([
    [{ SVC_PORT: 'http' }, /^SVC_PORT must be/m],
    [{ SVC_METRICS_PORT: '70000' }, /^SVC_METRICS_PORT must be/m],
    [{ SVC_METRICS_PORT: '1', SVC_HOST: '192.0.2.1' }, /^SVC_METRICS_PORT: listen E/m],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/x' }, /^SVC_ENCRYPTION_KEY is required with DATABASE_URL/m],
    [{ SVC_ENCRYPTION_KEY: 'short', DATABASE_URL: 'postgres://127.0.0.1:1/x' }, /SVC_ENCRYPTION_KEY/],
    [{ SVC_ENCRYPTION_KEY: KEY, DATABASE_URL: 'postgres://127.0.0.1:1/x' }, /ECONNREFUSED/],
    [{ SVC_PROVISION_FILE: '/does/not/exist.yaml' }, /does\/not\/exist\.yaml/],
  ])(
    'ends with 1 and a line that says why: %o',
    async (environment, line) => {
      const started = start([], environment);
      expect(await started.ended).toBe(1);
      expect(started.output()).toMatch(line);
      expect(started.output()).not.toMatch(/\n +at /);
    },
    60_000,
  );

  it('is refused for a second process on one data folder, and leaves the first alone', async () => {
    const first = start(['quick-start']);
    const [, address] = await first.seen(LISTENING);
    const second = start([]);
    expect(await second.ended).toBe(1);
    expect((await fetch(`${address}/health`)).status).toBe(200);
  }, 60_000);

  it('is refused for an unknown command, with the usage', async () => {
    const started = start(['serve']);
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain('Usage:');
  });
});

describe('svc-server provision FILE', () => {
  it('applies a file to a database that a running service shares, and prints generated keys once', async () => {
    const database = await createTestDatabase();
    try {
      const environment = { DATABASE_URL: database.connectionString, SVC_ENCRYPTION_KEY: KEY };
      const file = join(dataDir, 'provision.yaml');
      const text = acme().replace('apiKeys:', 'apiKeys:\n      - { name: generated }');
      writeFileSync(file, text);
      const service = start([], environment);
      const [, address] = await service.seen(LISTENING);
      const provision = start(['provision', file], environment);
      expect(await provision.ended).toBe(0);
      const [, key] = /(key_live_\w{43})/.exec(provision.output()) ?? [];
      expect((await call(address ?? '', '/v1/events', { key: key ?? '', body: PLAIN_ACTION })).status).toBe(200);
      const again = start(['provision', file], environment);
      expect(await again.ended).toBe(0);
      expect(again.output()).not.toContain('key_live_');
      writeFileSync(file, text.replace('classification: PUBLIC', 'classification: OPEN'));
      const bad = start(['provision', file], environment);
      expect(await bad.ended).toBe(1);
      expect(bad.output()).toMatch(/provision\.yaml:\d+:\d+: /);
      expect(await readRows(database, `SELECT 1 FROM svc.resources WHERE classification = 'OPEN'`)).toEqual([]);
    } finally {
      for (const one of running.splice(0)) {
        one.process.kill('SIGTERM');
        await one.ended;
      }
      await database.drop();
    }
  }, 90_000);
});

describe('SIGTERM', () => {
  it('finishes what is under way, ends with 0 in time and leaves no process behind', async () => {
    const started = start(['quick-start']);
    const [, address] = await started.seen(LISTENING);
    const [, key] = await started.seen(/LIVE key +(key_live_\w+)/);
    const [, postgres] = await started.seen(/"pid":(\d+),"serverVersion"/);
    const answers = Array.from({ length: 50 }, () =>
      call(address ?? '', '/v1/events', { key: key ?? '', body: PLAIN_ACTION }).then(
        ({ status }) => status,
        () => 'refused' as const,
      ),
    );
    await answers[0];
    const stoppedAtMs = performance.now();
    started.process.kill('SIGTERM');
    expect(await started.ended).toBe(0);
    expect(performance.now() - stoppedAtMs).toBeLessThan(STOP_WITHIN_MS);
    for (const status of await Promise.all(answers)) expect([200, 503, 'refused']).toContain(status);
    if (process.platform === 'linux') expect(existsSync(`/proc/${postgres}/stat`)).toBe(false);
    expect(readFileSync(join(dataDir, 'encryption.key'), 'utf8').trim()).toHaveLength(44);
  }, 60_000);

  it('ends a start that is under way with 0, and leaves no process behind', async () => {
    const started = start(['quick-start']);
    const [, postgres] = await started.seen(/"pid":(\d+),"serverVersion"/);
    started.process.kill('SIGTERM');
    expect(await started.ended).toBe(0);
    if (process.platform === 'linux') expect(existsSync(`/proc/${postgres}/stat`)).toBe(false);
  }, 60_000);
});
