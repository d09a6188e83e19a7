// SPDX-License-Identifier: Apache-2.0
/**
 * Processes are killed at random moments under load.
 * Guarantees: no acknowledged decision is lost, no key is decided twice, and every chain verifies. A database that is
 * away is a 503 and recovers by itself. No process is left behind.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Log, startEmbeddedPostgres, stopOrphan } from '@svc/postgres';
import { afterAll, expect, it } from 'vitest';
import { keepClean } from '#harness/postgres/keeper.ts';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { deliver, type Load, type Reply, readEvent, send, startClients, until } from './clients.ts';
import { inconsistencies, readEvidence } from './evidence.ts';
import { FAULTS, type Fault, KILLS_SERVICE, postmasterOf, processesOf, strike } from './faults.ts';
import { type ClientRequest, createLedger } from './ledger.ts';
import {
  ACME_LIVE,
  ACME_TEST,
  type Caller,
  GLOBEX_LIVE,
  ORGANIZATIONS,
  provisioningFile,
  REQUESTS,
} from './organizations.ts';
import { seededRandom } from './random.ts';
import { type SvcServer, startSvcServer } from './svc-server.ts';

const ROUNDS = Number(process.env.CHAOS_ROUNDS ?? 1);
/** Moments of the blow, counted from the start of the load. */
const STRIKE_AFTER_MS = { min: 100, max: 800 };
/** Clients without a key, clients with keys of their own, and pairs whose two clients race with one key. */
const KEYLESS_CLIENTS = 4;
const LONE_CLIENTS = 8;
const RACING_PAIRS = 4;
const READERS = 16;

const random = seededRandom('killed processes');
const parent = mkdtempSync(join(tmpdir(), 'svc-chaos-'));
const dataDir = join(parent, 'data');
const keeper = keepClean(dataDir);
const ledger = createLedger();
const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let service: SvcServer;
let mayGoUnanswered = false;
/** The time from each blow to the first decision that was requested after the recovery. */
const recoveriesMs: number[] = [];

async function start(): Promise<SvcServer> {
  const provisionPath = join(parent, 'provision.yaml');
  writeFileSync(provisionPath, provisioningFile());
  return await startSvcServer({
    SVC_DATA_DIR: dataDir,
    SVC_PROVISION_FILE: provisionPath,
    // Answers hold links to it, and each start listens at another port.
    SVC_BASE_URL: 'http://127.0.0.1:8080',
    SVC_RATE_EVENTS_PER_MINUTE: '10000000',
  });
}

const callerOf = (client: number): Caller => [ACME_LIVE, ACME_LIVE, ACME_TEST, GLOBEX_LIVE][client % 4] as Caller;

function startLoad(round: number, onReply: (request: ClientRequest, reply: Reply) => void): Load {
  const options = { baseUrl: () => service.baseUrl, mayGoUnanswered: () => mayGoUnanswered, ledger, onReply };
  const request = (client: number, name: string | null, turn: number): ClientRequest => ({
    caller: callerOf(client),
    idempotencyKey: name === null ? null : `${name}-${client}-${round}-${turn}`,
    body: REQUESTS[turn % REQUESTS.length] as object,
  });
  const keyless = Array.from({ length: KEYLESS_CLIENTS }, (_, client) => (turn: number) => {
    return deliver(request(client, null, turn), options);
  });
  const lone = Array.from({ length: LONE_CLIENTS }, (_, client) => (turn: number) => {
    return deliver(request(client, 'lone', turn), options);
  });
  const pairs = Array.from({ length: RACING_PAIRS }, (_, client) => (turn: number) => {
    const shared = request(client, 'pair', turn);
    return Promise.all([deliver(shared, options), deliver(shared, options)]);
  });
  return startClients([...keyless, ...lone, ...pairs]);
}

async function strikeUnderLoad(round: number, fault: Fault): Promise<void> {
  let lastRecordedSentAtMs = 0;
  const load = startLoad(round, (_request, reply) => {
    if (reply.status === 200) lastRecordedSentAtMs = Math.max(lastRecordedSentAtMs, reply.sentAtMs);
  });
  // A random sleep draws the moment of the blow; it waits for no condition.
  await delay(random.between(STRIKE_AFTER_MS.min, STRIKE_AFTER_MS.max));
  mayGoUnanswered = KILLS_SERVICE[fault];
  const struckAtMs = performance.now();
  const dying = await strike(fault, service, dataDir, random);
  if (KILLS_SERVICE[fault]) {
    expect(await service.ended).toMatchObject({ signal: 'SIGKILL' });
    service = await start();
  }
  await until('another PostgreSQL', PROGRAM_WITHIN_MS, async () => {
    const living = await processesOf(dataDir);
    return !dying.some((pid) => living.includes(pid)) && (await postmasterOf(dataDir)) !== null;
  });
  const backAtMs = performance.now();
  await until('a decision after the blow', PROGRAM_WITHIN_MS, () => lastRecordedSentAtMs > backAtMs);
  recoveriesMs.push(Math.round(performance.now() - struckAtMs));
  await load.stop();
  mayGoUnanswered = false;
}

/** Runs all of them, with a bounded number at a time. */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: READERS }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}

afterAll(async () => {
  if (service !== undefined && !service.hasEnded()) service.kill('SIGKILL');
  await service?.ended;
  await stopOrphan(dataDir, silent);
  rmSync(parent, { recursive: true, force: true });
  keeper.dismiss();
  console.log(`killed processes, ${ROUNDS} rounds: ${JSON.stringify({ ...ledger.counts, recoveriesMs })}`);
});

mkdirSync(dataDir, { mode: 0o700 });
const faults = Array.from({ length: Math.ceil(ROUNDS / FAULTS.length) }, () => random.shuffled(FAULTS)).flat();

it.each(faults.slice(0, ROUNDS).map((fault, index) => ({ round: index + 1, fault })))(
  'round $round: the death of $fault loses and doubles nothing',
  async ({ round, fault }) => {
    service ??= await start();
    await strikeUnderLoad(round, fault);
    expect(ledger.contradictions.splice(0)).toEqual([]);
    const acknowledged = ledger.takeNew();
    expect(acknowledged.length).toBeGreaterThan(0);
    await forEach(acknowledged, async ({ request, decision }) => {
      const stored = await readEvent(service.baseUrl, request.caller.key, decision.id);
      expect(stored).toMatchObject({ status: 200, body: decision });
      if (request.idempotencyKey === null) return;
      const retried = await send(service.baseUrl, request);
      expect(retried).toMatchObject({ status: 200, isReplay: true, body: decision });
    });
  },
);

it('stops within 10 s, leaves no process, and its database tells what its clients were told', async () => {
  service.kill('SIGTERM');
  // It would end with 1 after 10 s.
  expect(await service.ended).toMatchObject({ code: 0, signal: null });
  expect(await processesOf(dataDir)).toEqual([]);

  const postgres = await startEmbeddedPostgres({ dataDir, log: silent });
  try {
    const database = { connectionString: postgres.connectionString, name: 'postgres', drop: async () => undefined };
    for (const organization of ORGANIZATIONS) {
      const evidence = await readEvidence(database, organization);
      const endpoints = organization === 'Acme' ? 1 : 0;
      expect(evidence.events.length).toBeGreaterThan(ROUNDS);
      expect(inconsistencies(evidence, ledger.told(organization), endpoints)).toEqual([]);
    }
  } finally {
    await postgres.stop();
  }
  expect(await processesOf(dataDir)).toEqual([]);
});
