// SPDX-License-Identifier: Apache-2.0
/**
 * SVC_PROCESSES: several processes at one port. Each organization has a home, which records for all. A process that is
 * killed loses nothing that was answered, the port stays open, and the next start takes the place of what was left.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { readRows } from '#harness/service/rows.ts';
import { isRunning, processTable } from '../../postgres/src/processes.ts';
import { type RunningServer, startServer } from '../process/running-server.ts';

const PROCESSES = 3;
const keyOf = (index: number) => `key_live_${String(index).padStart(43, 'p')}`;
const ORGANIZATIONS = Array.from({ length: 24 }, (_, index) => index);
const BODY = JSON.stringify({ agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' });
const CLIENTS = 12;
/** A port refuses while nothing listens; a loaded machine may be late to ask. */
const REFUSED_MS_MAX = 1_000;

let folder: string;
let database: TestDatabase;
let service: RunningServer;
let address: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-processes-'));
  database = await createTestDatabase();
  const organizations = ORGANIZATIONS.map((index) => ({
    name: `Organization ${index}`,
    resources: [{ name: 'orders', classification: 'INTERNAL' }],
    agents: [{ name: 'billing-bot' }],
    apiKeys: [{ name: 'live', key: keyOf(index) }],
  }));
  const file = { apiVersion: 'svc/v1', kind: 'Provision', organizations };
  writeFileSync(join(folder, 'provision.yaml'), JSON.stringify(file));
  service = start();
  [, address = ''] = await service.seen(/"listening on (http:[^"]+)"/);
});
afterEach(async () => {
  service.process.kill('SIGTERM');
  await service.ended;
  await vi.waitFor(async () => expect(await members()).toEqual([]), PATIENTLY);
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

function start(environment: Record<string, string> = {}): RunningServer {
  return startServer([], {
    DATABASE_URL: database.connectionString,
    SVC_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_PROVISION_FILE: join(folder, 'provision.yaml'),
    SVC_PROCESSES: String(PROCESSES),
    SVC_METRICS_PORT: '0',
    SVC_RATE_EVENTS_PER_MINUTE: '10000000',
    ...environment,
  });
}

/** Processes that serve, of this file's service alone. */
async function members(first = service.process.pid): Promise<number[]> {
  const all = await processTable.list();
  return all
    .filter(({ commandLine }) => commandLine.endsWith(` ${first}`))
    .flatMap(({ pid, commandLine }) => (commandLine.includes(' svc-member ') ? [pid] : []));
}

interface Told {
  /** Ids that were answered, by organization. */
  ids: Map<number, string[]>;
  statuses: Map<number, number>;
  /** The longest time between two requests that were not refused. */
  refusedMs: number;
  stop(): Promise<void>;
}

/** Clients that decide without pause, for each organization in turn. */
function startClients(): Told {
  let isStopped = false;
  let openAtMs = performance.now();
  const told: Told = { ids: new Map(), statuses: new Map(), refusedMs: 0, stop: async () => {} };
  const ask = async (client: number) => {
    for (let turn = client; !isStopped; turn += 1) {
      const organization = turn % ORGANIZATIONS.length;
      try {
        const answer = await fetch(`${address}/v1/events`, {
          method: 'POST',
          headers: { authorization: `Bearer ${keyOf(organization)}`, 'content-type': 'application/json' },
          body: BODY,
        });
        const { id } = (await answer.json()) as { id: string };
        told.statuses.set(answer.status, (told.statuses.get(answer.status) ?? 0) + 1);
        if (answer.status === 200) told.ids.set(organization, [...(told.ids.get(organization) ?? []), id]);
        openAtMs = performance.now();
      } catch (error) {
        const { code } = ((error as Error).cause ?? {}) as { code?: string };
        if (code === 'ECONNREFUSED') told.refusedMs = Math.max(told.refusedMs, performance.now() - openAtMs);
        await delay(5);
      }
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, client) => ask(client));
  told.stop = async () => {
    isStopped = true;
    await Promise.all(clients);
  };
  return told;
}

const answered = ({ ids }: Told) => [...ids.values()].flat().length;

async function more(told: Told, count: number): Promise<void> {
  const enough = answered(told) + count;
  await vi.waitFor(() => expect(answered(told)).toBeGreaterThan(enough), PATIENTLY);
}

/** Each answered decision stands once, in chains without a gap. */
async function checkBooks(told: Told): Promise<void> {
  const rows = await readRows<{ id: string }>(database, 'SELECT id FROM svc.events');
  const stored = new Set(rows.map(({ id }) => id));
  expect([...told.ids.values()].flat().filter((id) => !stored.has(id))).toEqual([]);
  const gaps = await readRows<{ gaps: number }>(
    database,
    `SELECT count(*)::int AS gaps FROM svc.audit_entries e
     WHERE seq > 1 AND NOT EXISTS (
       SELECT FROM svc.audit_entries b
       WHERE b.organization_id = e.organization_id AND b.seq = e.seq - 1 AND b.hash = e.prev_hash)`,
  );
  expect(gaps).toEqual([{ gaps: 0 }]);
}

/** Batches by process, from the metrics of each. */
async function batches(): Promise<number[]> {
  const ports = [...service.output().matchAll(/"port":(\d+),"msg":"metrics are served"/g)].map(([, port]) => port);
  return await Promise.all(
    ports.map(async (port) => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const counts = [...text.matchAll(/^svc_batches_total\{way="\w+_round_trips?"\} (\d+)$/gm)];
      return counts.reduce((sum, [, count]) => sum + Number(count), 0);
    }),
  );
}

it('records each organization in one process, whichever is asked', async () => {
  expect(await members()).toHaveLength(PROCESSES);
  // Until a process has its lines to the others it records for itself.
  const first = startClients();
  await more(first, 200);
  await first.stop();
  const before = await batches();
  const told = startClients();
  await more(told, 600);
  await told.stop();
  expect([...told.statuses.keys()]).toEqual([200]);
  await checkBooks(told);
  // Two of three are homes, and a decision of each organization was asked of every process.
  const counts = (await batches()).map((count, index) => count - (before[index] ?? 0));
  expect(counts).toHaveLength(PROCESSES);
  expect(counts.filter((count) => count > 0)).toHaveLength(2);
});

it('loses nothing that was answered when one is killed, and starts another in its place', async () => {
  const told = startClients();
  await more(told, 100);
  for (let kill = 0; kill < PROCESSES; kill += 1) {
    const [victim = 0] = (await members()).slice(kill % PROCESSES);
    process.kill(victim, 'SIGKILL');
    await more(told, 100);
    await vi.waitFor(async () => {
      const now = await members();
      expect(now).toHaveLength(PROCESSES);
      expect(now).not.toContain(victim);
    }, PATIENTLY);
  }
  await told.stop();
  expect([...told.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(told.refusedMs).toBeLessThan(REFUSED_MS_MAX);
  await checkBooks(told);
});

it('answers all while one is stopped alone, which ends in order', async () => {
  const told = startClients();
  await more(told, 100);
  const [, victim = 0] = await members();
  process.kill(victim, 'SIGTERM');
  await vi.waitFor(async () => expect(await members()).not.toContain(victim), PATIENTLY);
  await more(told, 100);
  await told.stop();
  expect([...told.statuses.keys()]).toEqual([200]);
  await service.seen(/"process":\d,"code":0,.*a process has ended/);
  await checkBooks(told);
});

it('serves on when the first process is killed, until the next start takes its place', async () => {
  const told = startClients();
  await more(told, 100);
  const left = await members();
  const gone = once(service.process, 'exit');
  service.process.kill('SIGKILL');
  await gone;
  await more(told, 100);
  expect(told.refusedMs).toBeLessThan(REFUSED_MS_MAX);
  expect(left.every(isRunning)).toBe(true);
  await told.stop();
  await checkBooks(told);
  // At the very port of those that are left.
  service = start({ SVC_PORT: new URL(address).port });
  await service.seen(/"listening on (http:[^"]+)"/);
  expect(left.some(isRunning)).toBe(false);
  const again = startClients();
  await more(again, 50);
  await again.stop();
  await checkBooks(again);
});

it('ends with the reason of a process that cannot start, and leaves none behind', async () => {
  const taken = startServer([], {
    DATABASE_URL: database.connectionString,
    SVC_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    SVC_DATA_DIR: join(folder, 'other'),
    SVC_PROCESSES: '2',
    SVC_PORT: new URL(address).port,
  });
  expect(await taken.ended).toBe(1);
  expect(taken.output()).toMatch(/^SVC_PORT: .*another process listens there/m);
  expect(await members(taken.process.pid)).toEqual([]);
});
