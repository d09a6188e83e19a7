// SPDX-License-Identifier: Apache-2.0
/**
 * The service as a process, before its database is there and while it stops. Guarantee: a start waits and answers probes;
 * a stop tells balancers first, and fails no request of a client that heeds them.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { createTestDatabase, type DatabaseLine, startDatabaseLine, type TestDatabase } from '#harness/postgres';
import { type RunningServer, startServer } from '../../process/running-server.ts';

const KEY = `key_live_${'S'.repeat(43)}`;
const BODY = JSON.stringify({ agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' });
const CLIENTS = 20;
const REQUESTS_MIN = 1_000;

let folder: string;
let database: TestDatabase;
let service: RunningServer;
let line: DatabaseLine | null = null;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-stop-'));
  database = await createTestDatabase();
  const organization = {
    name: 'Acme',
    resources: [{ name: 'orders', classification: 'INTERNAL' }],
    agents: [{ name: 'billing-bot' }],
    apiKeys: [{ name: 'live', key: KEY }],
  };
  const file = { apiVersion: 'svc/v1', kind: 'Provision', organizations: [organization] };
  writeFileSync(join(folder, 'provision.yaml'), JSON.stringify(file));
});
afterEach(async () => {
  service.process.kill('SIGKILL');
  await service.ended;
  await line?.stop();
  line = null;
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

function start(environment: Record<string, string>): RunningServer {
  service = startServer([], {
    DATABASE_URL: database.connectionString,
    SVC_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_PROVISION_FILE: join(folder, 'provision.yaml'),
    SVC_RATE_EVENTS_PER_MINUTE: '10000000',
    ...environment,
  });
  return service;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

it('waits for a database that is not there yet, and says so', async () => {
  const [port, databasePort] = [await freePort(), await freePort()];
  const there = new URL(database.connectionString);
  const away = `postgres://${there.username}:${there.password}@127.0.0.1:${databasePort}${there.pathname}`;
  start({ DATABASE_URL: away, SVC_PORT: String(port) });
  await service.seen(/the database is not there yet: the start waits for it/);
  await service.seen(/waiting for the database at/);
  const probe = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  expect(await Promise.all(['/live', '/ready', '/v1/events'].map(probe))).toEqual([200, 503, 503]);
  line = await startDatabaseLine(database, databasePort);
  await service.seen(/"listening on (http:[^"]+)"/);
  expect(await Promise.all(['/live', '/ready'].map(probe))).toEqual([200, 200]);
  // One line each ten seconds, however often it is tried.
  expect(service.output().match(/the start waits for it/g)?.length).toBeLessThan(4);
});

it('takes the host of a list that takes changes', async () => {
  const closed = await freePort();
  line = await startDatabaseLine(database);
  const there = new URL(line.database.connectionString);
  const user = `${there.username}:${there.password}`;
  const hosts = `127.0.0.1:${closed},127.0.0.1:${there.port}`;
  start({ DATABASE_URL: `postgres://${user}@${hosts}${there.pathname}?target_session_attrs=read-write` });
  const [, address = ''] = await service.seen(/"listening on (http:[^"]+)"/);
  expect((await decide(address, new Agent({ keepAlive: true }))).status).toBe(200);
});

interface Answer {
  status: number;
  /** The server asks for another connection. */
  isLast: boolean;
}

function decide(address: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(BODY),
    };
    const asked = request(`${address}/v1/events`, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', () => {
        resolve({ status: response.statusCode ?? 0, isLast: response.headers.connection === 'close' });
      });
    });
    asked.once('error', reject);
    asked.end(BODY);
  });
}

it.each(['1', '2'])('says no before it closes, and fails no request: %s processes', async (processes) => {
  start({ SVC_DRAIN_SECONDS: '3', SVC_PROCESSES: processes });
  const [, address = ''] = await service.seen(/"listening on (http:[^"]+)"/);
  let isAway = false;
  const answers: Answer[] = [];
  // As behind a balancer: each goes elsewhere once it is told.
  const clients = Array.from({ length: CLIENTS }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isAway) answers.push(await decide(address, agent));
    agent.destroy();
  });
  await expect.poll(() => answers.length, PATIENTLY).toBeGreaterThan(REQUESTS_MIN);
  service.process.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${address}/ready`)).status, PATIENTLY).toBe(503);
  expect((await fetch(`${address}/live`)).status).toBe(200);
  const whenTold = answers.length;
  await expect.poll(() => answers.length, PATIENTLY).toBeGreaterThan(whenTold + CLIENTS);
  isAway = true;
  await Promise.all(clients);
  expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
  expect(answers.some(({ isLast }) => isLast)).toBe(true);
  expect(await service.ended).toBe(0);
});
