// SPDX-License-Identifier: Apache-2.0
/**
 * Three processes on one database.
 * Guarantee: a new encryption key takes over in two rounds, and no running process ever meets a secret that it cannot
 * open.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { acme, plainNames } from '#harness/service';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readRows } from '#harness/service/rows.ts';
import { createVault } from '../../server/src/platform/vault/index.ts';
import { type RunningServer, startServer } from './running-server.ts';

plainNames();

const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const ORDER = { old: [OLD], oldNew: [OLD, NEW], newOld: [NEW, OLD] };
const PROCESSES = 3;

let folder: string;
let database: Awaited<ReturnType<typeof openEmptyDatabase>>;
let running: RunningServer[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-keys-'));
  database = await openEmptyDatabase();
});
afterEach(async () => {
  await stopAll();
  rmSync(folder, { recursive: true });
});

function environment(keys: readonly Buffer[]): Record<string, string> {
  const encoded = keys.map((key) => key.toString('base64')).join(',');
  return { DATABASE_URL: database.connectionString, SVC_ENCRYPTION_KEY: encoded, SVC_DATA_DIR: folder };
}

async function start(keys: readonly Buffer[], more: Record<string, string> = {}): Promise<RunningServer> {
  const server = startServer([], { ...environment(keys), ...more });
  running.push(server);
  await server.seen(/listening on/);
  return server;
}

async function stopAll(): Promise<void> {
  for (const one of running) one.process.kill('SIGTERM');
  await Promise.all(running.map(({ ended }) => ended));
  running = [];
}

async function restart(keys: readonly Buffer[]): Promise<void> {
  await stopAll();
  await Promise.all(Array.from({ length: PROCESSES }, () => start(keys)));
}

async function rotate(): Promise<{ code: number | null; output: string }> {
  const command = startServer(['encryption-key', 'rotate'], environment(ORDER.newOld));
  return { code: await command.ended, output: command.output() };
}

/** Whether the stored secret is under this key. */
async function isUnder(key: Buffer): Promise<boolean> {
  const [row] = await readRows<{ secret: string }>(database, 'SELECT secret FROM svc.webhook_endpoints');
  return !createVault([key]).needsRewrap(row?.secret ?? '');
}

it('waits until every process has the new key, and until every process encrypts with it', async () => {
  const file = join(folder, 'acme.yaml');
  writeFileSync(file, acme({ extra: '    webhooks: [{ url: "https://siem.example/hook" }]' }), { mode: 0o600 });
  await start(ORDER.old, { SVC_PROVISION_FILE: file });
  await Promise.all([start(ORDER.old), start(ORDER.old)]);
  expect(await rotate()).toMatchObject({
    code: 1,
    output: expect.stringMatching(/Nothing was changed\. 3 running processes do not have the key [\da-f]{8}: /),
  });
  const hasty = await start(ORDER.newOld);
  expect(hasty.output()).toContain('"lacking":3');
  expect(await isUnder(OLD)).toBe(true);

  await restart(ORDER.oldNew);
  expect(await rotate()).toMatchObject({
    code: 1,
    output: expect.stringMatching(/3 running processes have the key [\da-f]{8} and encrypt under another one/),
  });
  expect(await isUnder(OLD)).toBe(true);

  await restart(ORDER.newOld);
  expect(await rotate()).toMatchObject({ code: 0, output: expect.stringContaining('None needs another key.') });
  expect(await isUnder(NEW)).toBe(true);
});
