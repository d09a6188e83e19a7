// SPDX-License-Identifier: Apache-2.0
/** `npm run dev` in one command: every page has something to show, a change restarts the service, one signal ends all. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnomalyList, EventList, GatewayCallList, ReviewList, WebhookList } from '@svc/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { openBrowser } from '#harness/service/sessions.ts';
import { clusterDirectoryIn, clusterName } from '../../postgres/src/cluster.ts';
import { processesOfCluster } from '../../postgres/src/processes.ts';
import { ROOT } from '../tidy/source-files.ts';

/** Three ports in a row; below those that systems hand out by themselves. */
const PORTS = { min: 20_000, max: 30_000 };

const folder = mkdtempSync(join(tmpdir(), 'svc-dev-'));
const port = randomInt(PORTS.min, PORTS.max);
const appUrl = `http://127.0.0.1:${port}`;
let child: ChildProcess;
let output = '';
let ended: Promise<number | null>;

beforeAll(async () => {
  const args = ['--conditions=svc-source', '--import', 'tsx', 'dev/src/main.ts', '--port', String(port)];
  child = spawn(process.execPath, [...args, '--folder', folder], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  ended = new Promise((resolve) => child.once('close', resolve));
  const isReady = vi.waitFor(() => expect(output).toContain('Sign-in'), PATIENTLY);
  await Promise.race([isReady, ended.then((code) => expect.fail(`ended with ${code}:\n${output}`))]);
});
afterAll(() => {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function signIn() {
  const [, email = '', password = ''] = /Sign-in {4}(\S+) {3}(.+)/.exec(output) ?? [];
  const browser = openBrowser(appUrl);
  expect((await browser.call('/auth/login', { body: { email, password } })).status).toBe(200);
  return browser;
}

it('serves the app by Vite, and everything else by the service', async () => {
  expect(await (await fetch(`${appUrl}/app/reviews`)).text()).toContain('/app/@vite/client');
  expect((await fetch(`${appUrl}/health`)).headers.get('content-type')).toContain('application/json');
});

it('shows an organization with a history, whose chain is whole', async () => {
  const browser = await signIn();
  const read = async <Body>(path: string) => (await browser.call<Body>(path)).body;
  const { items: reviews } = await read<ReviewList>('/reviews?status=PENDING');
  expect(reviews.map(({ event }) => event.agent.name)).toEqual(
    expect.arrayContaining(['support-copilot', 'data-analyst', 'crm-sync']),
  );
  expect((await read<ReviewList>('/reviews?status=APPROVED')).items).toHaveLength(1);
  expect((await read<ReviewList>('/reviews?status=EXPIRED')).items.length).toBeGreaterThan(0);
  const { items: events } = await read<EventList>('/events?limit=100');
  expect(events).toHaveLength(100);
  expect(new Set(events.map(({ decision }) => decision))).toEqual(new Set(['ALLOW', 'REVIEW', 'BLOCK']));
  const { items: anomalies } = await read<AnomalyList>('/anomalies');
  expect(anomalies.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['VOLUME_SPIKE', 'NEW_ACTION']));
  const { items: calls } = await read<GatewayCallList>('/gateway-calls');
  expect(new Set(calls.map(({ protocol }) => protocol))).toEqual(new Set(['HTTP', 'MCP']));
  expect(calls.some(({ proxied }) => proxied)).toBe(true);
  expect((await read<WebhookList>('/webhooks')).items).toHaveLength(2);
  expect(await read('/audit/verify')).toMatchObject({ verdict: 'VALID' });
});

it('starts the service again when its sources change', async () => {
  // The service that runs ends with this connection; it takes no other one by then.
  const connection = connect(port + 1, '127.0.0.1').resume();
  const hasEnded = new Promise((resolve) => connection.once('close', resolve));
  const changed = new Date();
  utimesSync(join(ROOT, 'server/src/process/main.ts'), changed, changed);
  await vi.waitFor(() => expect(output).toContain('restarting the service'), PATIENTLY);
  await hasEnded;
  await vi.waitFor(async () => expect((await fetch(`${appUrl}/health`)).status).toBe(200), PATIENTLY);
});

it('ends all of it with one signal, and leaves no process behind', async () => {
  const cluster = clusterName(clusterDirectoryIn(join(folder, 'data')));
  expect(await processesOfCluster(cluster ?? '')).not.toEqual([]);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(await processesOfCluster(cluster ?? '')).toEqual([]);
  await expect(fetch(`http://127.0.0.1:${port + 1}/health`)).rejects.toThrow();
});
