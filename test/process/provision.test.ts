// SPDX-License-Identifier: Apache-2.0
/** `svc-server provision` as an operator runs it: beside a running service too, without a secret in any log. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { acme, call, LIVE_KEY, PLAIN_ACTION, plainNames } from '#harness/service';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readRows } from '#harness/service/rows.ts';
import { type RunningServer, startServer } from './running-server.ts';

plainNames();

const KEY = Buffer.alloc(32, 1).toString('base64');
const LISTENING = /listening on (http:\/\/[\d.]+:\d+)/;

let dataDir: string;
const running: RunningServer[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-provision-'));
});
afterEach(async () => {
  for (const one of running.splice(0)) await stop(one);
  rmSync(dataDir, { recursive: true, force: true });
});

function start(args: readonly string[], environment: Record<string, string> = {}): RunningServer {
  const started = startServer(args, { SVC_DATA_DIR: dataDir, ...environment });
  running.push(started);
  return started;
}

async function stop(server: RunningServer): Promise<void> {
  server.process.kill('SIGTERM');
  await server.ended;
}

async function run(args: readonly string[], environment: Record<string, string> = {}) {
  const started = start(args, environment);
  return { code: await started.ended, output: started.output() };
}

async function addressOf(server: RunningServer): Promise<string> {
  return (await server.seen(LISTENING))[1] ?? '';
}

const fileOf = (text: string, mode = 0o600): string => {
  const file = join(dataDir, 'provision.yaml');
  rmSync(file, { force: true });
  writeFileSync(file, text, { mode });
  return file;
};
const secretFiles = () => {
  const folder = join(dataDir, 'generated-secrets');
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
};
const signIn = async (address: string, password: string) => {
  const body = JSON.stringify({ email: 'owner@acme.test', password });
  const headers = { 'content-type': 'application/json', origin: address };
  return (await fetch(`${address}/auth/login`, { method: 'POST', headers, body })).status;
};
const decide = (address: string, key: string) => call(address, '/v1/events', { key, body: PLAIN_ACTION });

it('applies a file beside a running service, and keeps generated keys in a file of their own', async () => {
  const database = await openEmptyDatabase();
  const environment = { DATABASE_URL: database.connectionString, SVC_ENCRYPTION_KEY: KEY };
  const text = acme({ extra: '    webhooks: [{ url: "https://siem.example/hook" }]' });
  const file = fileOf(text.replace('apiKeys:', 'apiKeys:\n      - { name: generated }'));
  const address = await addressOf(start([], environment));
  const first = await run(['provision', file], environment);
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('  create     API key generated\n') });
  expect(first.output).not.toMatch(/key_(live|test)_\w|whsec_\w/);
  const [path = ''] = secretFiles();
  expect(first.output).toContain(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const [, key = ''] = /^API key generated of Acme: (key_live_\w{43})$/m.exec(readFileSync(path, 'utf8')) ?? [];
  expect(readFileSync(path, 'utf8')).toMatch(/^Secret of the webhook https:\/\/siem\.example\/hook of Acme: whsec_/m);
  expect((await decide(address, key)).status).toBe(200);

  const again = await run(['provision', file], environment);
  expect(again).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Acme\n {2}unchanged {2}\d+ records\nGlobex/m),
  });
  expect(secretFiles()).toHaveLength(1);

  const bad = await run(['provision', fileOf(text.replace('PUBLIC', 'OPEN'))], environment);
  expect(bad).toMatchObject({
    code: 1,
    output: expect.stringMatching(/provision\.yaml:\d+:\d+: classification must/),
  });
  expect(await readRows(database, `SELECT 1 FROM svc.resources WHERE classification = 'OPEN'`)).toEqual([]);
  const otherKey = { ...environment, SVC_ENCRYPTION_KEY: Buffer.alloc(32, 2).toString('base64') };
  const refused = await run(['provision', fileOf(text)], otherKey);
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^SVC_ENCRYPTION_KEY is not the one under/m),
  });
});

it('reaches the embedded database of a running service: a key is revoked without a restart, the ids of routes are listed', async () => {
  const routes = '    mcpRoutes: [{ name: tools }]\n    httpRoutes: [{ name: crm, baseUrl: "https://crm.example" }]';
  const text = acme({ extra: routes });
  const file = fileOf(text, 0o644);
  const service = start([], { SVC_PROVISION_FILE: file });
  const address = await addressOf(service);
  expect(service.output()).toContain('other users of this machine may read the provisioning file');
  const [, made = ''] = await service.seen(/"kind":"httpRoutes","name":"crm","id":"([\da-f-]{36})"/);
  const listed = await run(['provision', '--list']);
  expect(listed.code).toBe(0);
  expect(listed.output).toMatch(
    new RegExp(`^Database: .*\n${made} {2}HTTP {2}Acme {2}crm\n[\\da-f-]{36} {2}MCP {3}Acme {2}tools\n$`),
  );
  expect((await decide(address, LIVE_KEY)).status).toBe(200);
  const other = LIVE_KEY.replace(/.$/, 'x');
  fileOf(text.replace(LIVE_KEY, other));
  const planned = await run(['provision', file, '--dry-run']);
  expect(planned).toMatchObject({ code: 0, output: expect.stringContaining('update     API key live: key\n') });
  expect(planned.output).toContain('Nothing was changed: this was a dry run.');
  expect((await decide(address, LIVE_KEY)).status).toBe(200);
  expect((await run(['provision', file])).code).toBe(0);
  expect((await decide(address, LIVE_KEY)).status).toBe(401);
  expect((await decide(address, other)).status).toBe(200);
  expect((await run(['provision', join(dataDir, 'none.yaml')])).output).toBe(
    `The provisioning file ${dataDir}/none.yaml cannot be read (ENOENT).\n`,
  );
  expect(service.output()).not.toMatch(/key_live_\w/);
});

it('keeps what a key applied over a restart of the quick start and names it in the log; without its file, the sign-in that is printed works', async () => {
  const first = start(['quick-start']);
  const address = await addressOf(first);
  const [, old = ''] = await first.seen(/Sign-in +owner@acme\.test +(\S{20})/);
  const [, live = ''] = await first.seen(/LIVE key +(key_live_\w+)/);
  const [, key = ''] = await first.seen(/Policies +(key_live_\w+)/);
  const policies = [{ name: 'Review customer exports', action: 'EXPORT', resource: 'CUSTOMER_PII', decision: 'BLOCK' }];
  const apply = (by: string) => call(address, '/v1/policies/apply', { key: by, body: { policies, prune: true } });
  expect((await apply(live)).status).toBe(403);
  const applied = await apply(key);
  expect(applied.status).toBe(200);
  await stop(first);
  const second = start(['quick-start']);
  const again = await addressOf(second);
  const listed = await call(again, '/v1/policies', { key });
  expect(listed.body).toMatchObject({ policies: [{ name: 'Review customer exports', decision: 'BLOCK' }] });
  const warned = second
    .output()
    .split('\n')
    .filter((line) => line.includes('"differences"'));
  expect(warned).toHaveLength(1);
  const { differences } = JSON.parse(warned[0] ?? '') as { differences: string[] };
  expect(differences).toEqual([
    expect.stringContaining('policy Block deleting customers: removed here'),
    expect.stringContaining('policy Review customer exports: '),
    expect.stringContaining('policy Review mails about orders: removed here'),
    expect.stringContaining('policy Two people change prices: removed here'),
    expect.stringContaining('policy Allow reading the price list: removed here'),
  ]);

  await stop(second);
  rmSync(join(dataDir, 'quick-start.yaml'));
  const third = start(['quick-start']);
  const renewed = await addressOf(third);
  const [, password = ''] = await third.seen(/Sign-in +owner@acme\.test +(\S{20})/);
  const [, newKey = ''] = await third.seen(/LIVE key +(key_live_\w+)/);
  expect(await signIn(renewed, password)).toBe(200);
  expect(await signIn(renewed, old)).toBe(401);
  expect([(await decide(renewed, newKey)).status, (await decide(renewed, key)).status]).toEqual([200, 401]);
});
