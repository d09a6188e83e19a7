// SPDX-License-Identifier: Apache-2.0
/**
 * The database of two processes goes away under load and comes back.
 * Guarantees: meanwhile the answer is 503, for each caller and never an ALLOW, and /health reports it. Both processes
 * recover by themselves, and nothing is lost or doubled.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, type Log, startEmbeddedPostgres } from '@svc/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepClean } from '#harness/postgres/keeper.ts';
import { signal } from '../../postgres/src/processes.ts';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { deliver, type Load, type Reply, startClients, until } from './clients.ts';
import { inconsistencies, readEvidence } from './evidence.ts';
import { processesOf } from './faults.ts';
import { createLedger } from './ledger.ts';
import { AWAY_MS, FROZEN_FOR_LONG_MS } from './limits.ts';
import { ACME_LIVE, ORGANIZATIONS, provisioningFile, REQUESTS } from './organizations.ts';
import { seededRandom } from './random.ts';
import { type SvcServer, startSvcServer } from './svc-server.ts';

/** Only the long run has time to freeze the database for longer than the service waits for it. */
const IS_LONG_RUN = Number(process.env.CHAOS_ROUNDS ?? 0) > 10;
const CLIENTS = 16;

const random = seededRandom('database away');
const folder = mkdtempSync(join(tmpdir(), 'svc-chaos-'));
const dataDir = join(folder, 'external');
const keeper = keepClean(dataDir);
const ledger = createLedger();
const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let replies: (Reply & { client: number })[] = [];
let postgres: EmbeddedPostgres;
let servers: SvcServer[] = [];

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDir, log: silent });
  const provisionPath = join(folder, 'provision.yaml');
  writeFileSync(provisionPath, provisioningFile());
  const environment = {
    DATABASE_URL: postgres.connectionString,
    SVC_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_PROVISION_FILE: provisionPath,
    SVC_RATE_EVENTS_PER_MINUTE: '10000000',
  };
  // Both migrate and provision the same empty database at once.
  servers = await Promise.all([startSvcServer(environment), startSvcServer(environment)]);
});

afterAll(async () => {
  for (const server of servers) if (!server.hasEnded()) server.kill('SIGKILL');
  await Promise.all(servers.map((server) => server.ended));
  for (const pid of await processesOf(dataDir)) signal(pid, 'SIGCONT');
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
  keeper.dismiss();
  console.log(`database away: ${JSON.stringify(ledger.counts)}`);
});

let loads = 0;

/** Each client stays with one process, so that every claim about both holds for each. */
function startLoad(): Load {
  loads += 1;
  const load = loads;
  replies = [];
  return startClients(
    Array.from({ length: CLIENTS }, (_, client) => (turn: number) => {
      const body = REQUESTS[turn % REQUESTS.length] as object;
      const request = { caller: ACME_LIVE, idempotencyKey: `${client}-${load}-${turn}`, body };
      return deliver(request, {
        baseUrl: () => servers[client % servers.length]?.baseUrl ?? '',
        mayGoUnanswered: () => false,
        ledger,
        onReply: (_request, reply) => replies.push({ ...reply, client }),
      });
    }),
  );
}

/** Resolves when each process has given this answer to a request that was sent after this moment. */
async function bothAnswer(status: number, sentAfterMs: number): Promise<void> {
  await until(`${status} from both`, PROGRAM_WITHIN_MS, () =>
    servers.every(({ baseUrl }) =>
      replies.some((reply) => reply.baseUrl === baseUrl && reply.status === status && reply.sentAtMs > sentAfterMs),
    ),
  );
}

async function healths(): Promise<number[]> {
  return await Promise.all(servers.map(async ({ baseUrl }) => (await fetch(`${baseUrl}/health`)).status));
}

async function awayFor(sinceMs: number, forMs = random.between(AWAY_MS.min, AWAY_MS.max)): Promise<void> {
  const endMs = sinceMs + forMs;
  await until('the end of the absence', forMs * 2, () => performance.now() > endMs);
}

/** Resolves when every client has been told so of a request that it sent after this moment: none of them hangs. */
async function eachClientIsTold(sentAfterMs: number): Promise<void> {
  const told = () => replies.filter(({ status, sentAtMs }) => status === 503 && sentAtMs > sentAfterMs);
  await until('503 to each', PROGRAM_WITHIN_MS, () => new Set(told().map(({ client }) => client)).size === CLIENTS);
}

function expectNothingAllowed(fromMs: number, toMs: number): void {
  const meanwhile = replies.filter(({ sentAtMs, answeredAtMs }) => sentAtMs > fromMs && answeredAtMs < toMs);
  expect(meanwhile.filter(({ status }) => status !== 503)).toEqual([]);
}

it('answers 503 while the database is shut down, and recovers by itself', async () => {
  const load = startLoad();
  await bothAnswer(200, performance.now());
  await postgres.stop();
  const awayAtMs = performance.now();
  await bothAnswer(503, awayAtMs);
  expect(await healths()).toEqual([503, 503]);
  await eachClientIsTold(awayAtMs);
  await awayFor(awayAtMs);
  const returningAtMs = performance.now();
  postgres = await startEmbeddedPostgres({ dataDir, log: silent });
  await bothAnswer(200, performance.now());
  await load.stop();
  expectNothingAllowed(awayAtMs, returningAtMs);
  // The answer about health is kept for a moment.
  await expect.poll(healths).toEqual([200, 200]);
  expect(ledger.contradictions.splice(0)).toEqual([]);
});

it.each(IS_LONG_RUN ? [AWAY_MS.max, FROZEN_FOR_LONG_MS] : [AWAY_MS.max])(
  'allows nothing while the database is frozen for %i ms, and goes on when it is not',
  async (forMs) => {
    const load = startLoad();
    await bothAnswer(200, performance.now());
    const frozen = await processesOf(dataDir);
    for (const pid of frozen) signal(pid, 'SIGSTOP');
    const frozenAtMs = performance.now();
    // The answer about health is kept for a moment.
    await expect.poll(healths).toEqual([503, 503]);
    await awayFor(frozenAtMs, forMs);
    // The service gives up its database after some seconds, and answers the waiting callers.
    if (forMs > AWAY_MS.max) await eachClientIsTold(frozenAtMs);
    const thawingAtMs = performance.now();
    for (const pid of frozen) signal(pid, 'SIGCONT');
    await bothAnswer(200, performance.now());
    await load.stop();
    expectNothingAllowed(frozenAtMs, thawingAtMs);
    expect(ledger.contradictions.splice(0)).toEqual([]);
  },
);

it('has lost and doubled nothing', async () => {
  for (const server of servers) server.kill('SIGTERM');
  for (const server of servers) expect(await server.ended).toMatchObject({ code: 0, signal: null });
  const database = { connectionString: postgres.connectionString, name: 'postgres', drop: async () => undefined };
  for (const organization of ORGANIZATIONS) {
    const evidence = await readEvidence(database, organization);
    const endpoints = organization === 'Acme' ? 1 : 0;
    expect(inconsistencies(evidence, ledger.told(organization), endpoints)).toEqual([]);
  }
  expect(ledger.counts.unavailable).toBeGreaterThan(0);
});
