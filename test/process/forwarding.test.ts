// SPDX-License-Identifier: Apache-2.0
/** Each call is forwarded once, also by processes that are killed or stopped in the middle of it. */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import type { TestDatabase } from '#harness/postgres';
import { acme, plainNames } from '#harness/service';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { callHttp } from '#harness/service/gateways.ts';
import { readAuditEntries } from '#harness/service/rows.ts';
import { startUpstream, type Upstream } from '#harness/upstream';
import { type RunningServer, startServer } from './running-server.ts';

plainNames();

const ROUTE = '018f0000-0000-7000-8000-00000000c0de';
/** `npm run test:chaos` kills many more. */
const ROUNDS = Number(process.env.CHAOS_ROUNDS ?? 1);
const TOLD_PER_ROUND_MIN = 10;

let upstream: Upstream;
let database: TestDatabase;
let folder: string;
const held: ServerResponse[] = [];
const running: RunningServer[] = [];

/** The process that runs now: a case goes on with the one that the case before has left. */
let service: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  upstream = await startUpstream((request, reply) => {
    if (request.path.startsWith('/held')) held.push(reply);
    else setTimeout(() => reply.end('done'), randomInt(30));
  });
  folder = mkdtempSync(join(tmpdir(), 'svc-forwarding-'));
  const route = `{ id: ${ROUTE}, name: upstream, baseUrl: "${upstream.url}" }`;
  writeFileSync(join(folder, 'file.yaml'), acme({ extra: `    httpRoutes:\n      - ${route}` }));
  database = await openEmptyDatabase();
  service = await start();
});
afterAll(async () => {
  for (const one of running.splice(0)) {
    one.process.kill('SIGKILL');
    await one.ended;
  }
  rmSync(folder, { recursive: true, force: true });
  await upstream.stop();
});
beforeEach(() => {
  upstream.requests.length = 0;
});
afterEach(() => {
  for (const reply of held.splice(0)) reply.end();
});

async function start(): Promise<{ server: RunningServer; baseUrl: string }> {
  const server = startServer([], {
    SVC_DATA_DIR: folder,
    DATABASE_URL: database.connectionString,
    SVC_ENCRYPTION_KEY: Buffer.alloc(32, 3).toString('base64'),
    SVC_PROVISION_FILE: join(folder, 'file.yaml'),
    SVC_EGRESS_ALLOW: '127.0.0.1',
    SVC_RATE_EVENTS_PER_MINUTE: '1000000',
  });
  running.push(server);
  const [, baseUrl = ''] = await server.seen(/listening on (http:\/\/[\d.]+:\d+)/);
  return { server, baseUrl };
}

/** Whether a process listens there. */
function connects(baseUrl: string): Promise<boolean> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

const send = (baseUrl: string, key: string, path: string) =>
  callHttp(baseUrl, { routeId: ROUTE, path, method: 'POST', body: { key } }, { headers: { 'idempotency-key': key } });

describe('kill -9', () => {
  it('between the commit and the answer of the upstream leaves an outcome that nobody knows, told by any process', async () => {
    const first = service;
    const cut = send(first.baseUrl, 'killed-1', '/held').catch(() => 'cut off');
    await vi.waitFor(() => expect(held).toHaveLength(1), PATIENTLY);
    first.server.process.kill('SIGKILL');
    expect(await cut).toBe('cut off');
    service = await start();
    const again = await send(service.baseUrl, 'killed-1', '/held');
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(again.body).toMatchObject({
      decision: 'ALLOW',
      gateway: { proxied: true, upstream: { status: null, truncatedBody: '', error: 'outcome unknown' } },
    });
    expect(upstream.requests).toHaveLength(1);
  });

  it('at any moment, under load, makes no upstream see a key twice, and no answered call is forgotten', async () => {
    let sent = 0;
    const told = new Map<string, string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      let isKilled = false;
      const keys: string[] = [];
      const client = async () => {
        while (!isKilled) {
          const key = `load-${sent}`;
          sent += 1;
          keys.push(key);
          const answer = await send(service.baseUrl, key, '/quick').catch(() => null);
          if (answer?.status === 200) told.set(key, answer.body.id);
        }
      };
      const clients = Array.from({ length: 8 }, client);
      // The blow falls on a process that answers, however busy the machine is. A random sleep draws its moment.
      const toldBefore = told.size;
      await vi.waitFor(() => expect(told.size).toBeGreaterThan(toldBefore + TOLD_PER_ROUND_MIN), PATIENTLY);
      await delay(300 + randomInt(500));
      service.server.process.kill('SIGKILL');
      isKilled = true;
      await Promise.all(clients);
      service = await start();
      const { baseUrl } = service;
      await Promise.all(
        keys.map(async (key) => {
          const again = await send(baseUrl, key, '/quick');
          expect(again.status).toBe(200);
          expect(again.body.gateway.proxied).toBe(true);
          if (!told.has(key)) return;
          expect(again.body.id).toBe(told.get(key));
          expect(again.body.gateway.upstream).toMatchObject({ status: 200, error: null });
        }),
      );
    }
    const seen = upstream.requests.map(({ body }) => body);
    expect(told.size).toBeGreaterThan(TOLD_PER_ROUND_MIN * ROUNDS);
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe('SIGTERM', () => {
  it('lets calls end, then records the others as unknown, and ends with 0 in time', async () => {
    const { server, baseUrl } = service;
    const calls = [send(baseUrl, 'ends', '/held'), send(baseUrl, 'hangs', '/held')];
    await vi.waitFor(() => expect(held).toHaveLength(2), PATIENTLY);
    const ending = upstream.requests.findIndex(({ body }) => body.includes('ends'));
    const order: string[] = [];
    calls.forEach((call, at) => void call.then(() => order.push(at === 0 ? 'ended' : 'given up')));
    server.process.kill('SIGTERM');
    // It takes no new connection by now, and still waits for what it has taken.
    await vi.waitFor(() => expect(connects(baseUrl)).resolves.toBe(false), PATIENTLY);
    expect(order).toEqual([]);
    held[ending]?.end('in time');
    const [ended, hung] = await Promise.all(calls);
    expect(order).toEqual(['ended', 'given up']);
    expect(ended?.body.gateway.upstream).toMatchObject({ status: 200, truncatedBody: 'in time', error: null });
    expect(hung?.body.gateway.upstream).toMatchObject({ status: null, error: 'outcome unknown' });
    // It would end with 1 after 10 s.
    expect(await server.ended).toBe(0);
    const ids = [ended?.body.id, hung?.body.id];
    const entries = (await readAuditEntries(database, 'Acme')).filter(
      ({ kind, subject }) => kind === 'gateway.called' && ids.includes(subject.id),
    );
    expect(entries.map(({ metadata }) => metadata.error).sort()).toEqual([null, 'outcome unknown'].sort());
  });
});
