// SPDX-License-Identifier: Apache-2.0
/** An operator backs an embedded service up while it runs, loses the folder, and restores into another one. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call, PLAIN_ACTION } from '#harness/service';
import { type RunningServer, startServer } from './running-server.ts';

const LISTENING = /listening on (http:\/\/[\d.]+:\d+)/;

let folder: string;
const running: RunningServer[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-backup-'));
});
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.process.kill('SIGTERM');
    await one.ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

function start(args: readonly string[], dataDir: string): RunningServer {
  const started = startServer(args, { SVC_DATA_DIR: join(folder, dataDir) });
  running.push(started);
  return started;
}

async function run(args: readonly string[], dataDir: string) {
  const started = start(args, dataDir);
  return { code: await started.ended, output: started.output() };
}

async function stop(server: RunningServer): Promise<void> {
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
}

const eventsIn = (output: string) => Number(/^ +(\d+) {2}events$/m.exec(output)?.[1]);

it('keeps decisions, sign-in and keys', async () => {
  const file = join(folder, 'svc.backup');
  const first = start(['quick-start'], 'first');
  const address = (await first.seen(LISTENING))[1] ?? '';
  const [, key = ''] = await first.seen(/LIVE key +(key_live_\w+)/);
  const { body } = await call(address, '/v1/events', { key, body: PLAIN_ACTION });
  const saved = await run(['backup', file], 'first');
  expect(saved.code).toBe(0);
  // That one, and those of the past that the quick start writes.
  const events = eventsIn(saved.output);
  expect(events).toBeGreaterThan(1);
  expect(saved.output).toMatch(/1 audit chains, encryption\.key and quick-start\.yaml$/m);
  expect((await run(['restore', file], 'first')).output).toMatch(/in use/);
  // The backup does not hold this one.
  await call(address, '/v1/events', { key, body: PLAIN_ACTION });
  await stop(first);
  expect((await run(['backup', 'verify', file], 'first')).code).toBe(0);

  const refused = await run(['restore', file], 'second');
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('add --new-database') });
  expect(existsSync(join(folder, 'second'))).toBe(false);
  const restored = await run(['restore', file, '--new-database'], 'second');
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restored.') });
  for (const name of ['encryption.key', 'quick-start.yaml']) {
    const [one, other] = ['first', 'second'].map((dataDir) => readFileSync(join(folder, dataDir, name), 'utf8').trim());
    expect(other).toBe(one);
  }
  const second = start(['quick-start'], 'second');
  const again = (await second.seen(LISTENING))[1] ?? '';
  expect(await call(again, `/v1/events/${body.id}`, { key })).toMatchObject({ status: 200, body: { id: body.id } });
  expect((await call(again, '/v1/events', { key, body: PLAIN_ACTION })).status).toBe(200);
  await stop(second);
  // The backup of a stopped service starts its database for as long as it takes.
  const last = await run(['backup', join(folder, 'last.backup')], 'second');
  expect([last.code, eventsIn(last.output)]).toEqual([0, events + 1]);
});

it('says what is missing', async () => {
  expect(await run(['backup', join(folder, 'x')], 'none')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Database: embedded, in .*none\nThere is no database in .*none\. Give the command/),
  });
  expect(await run(['restore', join(folder, 'x'), '--new-database'], 'none')).toMatchObject({
    code: 1,
    output: expect.stringContaining('ENOENT'),
  });
  expect((await run(['backup'], 'none')).code).toBe(1);
});
