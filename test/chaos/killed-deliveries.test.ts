// SPDX-License-Identifier: Apache-2.0
/**
 * One of two processes that send webhooks is killed again and again, under load.
 * Guarantees: every committed decision arrives at every endpoint. No uncommitted decision arrives, and none of a TEST
 * key. A delivery that arrives twice has the same id and body, under another attempt number. Our verifier, the client
 * library's and another vendor's accept every request at the moment of its arrival.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { verifyDelivery } from '@svc/core/signature';
import { type EmbeddedPostgres, type Log, startEmbeddedPostgres } from '@svc/postgres';
import { verifyWebhook } from '@svc/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepClean } from '#harness/postgres/keeper.ts';
import { readRows } from '#harness/service/rows.ts';
import { startUpstream, type Upstream } from '#harness/upstream';
import { readAsStripe, WEBHOOK_SECRET } from '#harness/webhooks';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { deliver, type Load, startClients, until } from './clients.ts';
import { createLedger } from './ledger.ts';
import { ACME_LIVE, ACME_TEST, provisioningFile, REQUESTS } from './organizations.ts';
import { seededRandom } from './random.ts';
import { type SvcServer, startSvcServer } from './svc-server.ts';

const ROUNDS = Number(process.env.CHAOS_ROUNDS ?? 1);
const STRIKE_AFTER_MS = { min: 50, max: 500 };
const CLIENTS = 8;
/** One in this many first attempts is answered with a failure. */
const FAILS_ONE_IN = 20;
const ENDPOINTS = ['/first', '/second'];

interface Arrival {
  path: string;
  attempt: number;
  body: string;
  /** Verifiers that rejected the delivery, by name. */
  refusedBy: string[];
}

/** Each throws, or returns false, for a delivery that it rejects. */
const VERIFIERS: Readonly<Record<string, (rawBody: string, header: string) => unknown>> = {
  ours: (rawBody, header) =>
    verifyDelivery({ secret: WEBHOOK_SECRET, header, rawBody, nowSeconds: Date.now() / 1_000 }),
  'the client library': (rawBody, header) => verifyWebhook(rawBody, header, WEBHOOK_SECRET),
  'the other vendor': readAsStripe,
};

function refusals(rawBody: string, header: string): string[] {
  return Object.entries(VERIFIERS).flatMap(([name, accepts]) => {
    try {
      return accepts(rawBody, header) ? [] : [name];
    } catch {
      return [name];
    }
  });
}

const random = seededRandom('killed deliveries');
const folder = mkdtempSync(join(tmpdir(), 'svc-chaos-'));
const dataDir = join(folder, 'external');
const keeper = keepClean(dataDir);
const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const ledger = createLedger();
/** The arrivals by delivery id. */
const arrivals = new Map<string, Arrival[]>();
let receiver: Upstream;
let postgres: EmbeddedPostgres;
let environment: Record<string, string>;
let servers: SvcServer[] = [];
let mayGoUnanswered = false;

beforeAll(async () => {
  receiver = await startUpstream(({ path, headers, body }, reply) => {
    const id = String(headers['x-svc-delivery']);
    const refusedBy = refusals(body, String(headers['x-svc-signature']));
    const arrival = { path, attempt: Number(headers['x-svc-attempt']), body, refusedBy };
    arrivals.set(id, [...(arrivals.get(id) ?? []), arrival]);
    // Only first attempts fail: a second failure would wait for a minute.
    const fails = arrival.attempt === 1 && random.between(1, FAILS_ONE_IN) === 1;
    reply.writeHead(fails ? 503 : 204).end();
  });
  postgres = await startEmbeddedPostgres({ dataDir, log: silent });
  const provisionPath = join(folder, 'provision.yaml');
  const hooks = ENDPOINTS.map((path) => `      - { url: "${receiver.url}${path}", secret: ${WEBHOOK_SECRET} }`).join(
    '\n',
  );
  writeFileSync(provisionPath, provisioningFile().replace(/ {6}- \{ url: "https:\/\/siem.*\n/, `${hooks}\n`));
  environment = {
    DATABASE_URL: postgres.connectionString,
    SVC_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_PROVISION_FILE: provisionPath,
    SVC_RATE_EVENTS_PER_MINUTE: '10000000',
    SVC_EGRESS_ALLOW: '127.0.0.1',
  };
  servers = [await startSvcServer(environment)];
  servers.push(await startSvcServer(environment));
});

afterAll(async () => {
  for (const server of servers) if (!server.hasEnded()) server.kill('SIGKILL');
  await Promise.all(servers.map((server) => server.ended));
  await postgres?.stop();
  await receiver?.stop();
  rmSync(folder, { recursive: true, force: true });
  keeper.dismiss();
  const repeated = [...arrivals.values()].filter((one) => one.length > 1).length;
  const verified = [...arrivals.values()].flat().length;
  console.log(`killed deliveries, ${ROUNDS} rounds: ${JSON.stringify({ arrived: arrivals.size, repeated, verified })}`);
});

function startLoad(round: number): Load {
  return startClients(
    Array.from({ length: CLIENTS }, (_, client) => (turn: number) => {
      const body = REQUESTS[turn % REQUESTS.length] as object;
      const caller = client % 4 === 3 ? ACME_TEST : ACME_LIVE;
      return deliver(
        { caller, idempotencyKey: `${client}-${round}-${turn}`, body },
        {
          baseUrl: (attempt) => servers[(client + attempt) % servers.length]?.baseUrl ?? '',
          mayGoUnanswered: () => mayGoUnanswered,
          ledger,
        },
      );
    }),
  );
}

it.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
  'round %i: the other process goes on, and the killed one comes back',
  async (round) => {
    const load = startLoad(round);
    // A random sleep draws the moment of the blow; it waits for no condition.
    await delay(random.between(STRIKE_AFTER_MS.min, STRIKE_AFTER_MS.max));
    mayGoUnanswered = true;
    const place = round % servers.length;
    servers[place]?.kill('SIGKILL');
    expect(await servers[place]?.ended).toMatchObject({ signal: 'SIGKILL' });
    servers[place] = await startSvcServer(environment);
    await load.stop();
    mayGoUnanswered = false;
    expect(ledger.contradictions.splice(0)).toEqual([]);
  },
);

it('has lost nothing, sent nothing that was not decided, repeated nothing but the same, and signed each request', async () => {
  const database = { connectionString: postgres.connectionString, name: 'postgres', drop: async () => undefined };
  const waiting = async () =>
    (await readRows<{ count: number }>(database, 'SELECT count(*)::int AS count FROM svc.webhook_outbox'))[0]?.count;
  await until('the last delivery', PROGRAM_WITHIN_MS, async () => (await waiting()) === 0);
  const events = await readRows<{ id: string; sandbox: boolean; decision: string }>(
    database,
    'SELECT id, sandbox, decision FROM svc.events',
  );
  const told = events.filter(({ sandbox, decision }) => !sandbox && decision !== 'ALLOW');
  expect(told.length).toBeGreaterThan(ROUNDS);
  expect(events.some(({ sandbox, decision }) => sandbox && decision !== 'ALLOW')).toBe(true);
  const arrived = [...arrivals.values()].map((one) => {
    const { path = '', body = '' } = one[0] ?? {};
    return `${(JSON.parse(body) as { eventId: string }).eventId} ${path}`;
  });
  const expected = told.flatMap(({ id }) => ENDPOINTS.map((path) => `${id} ${path}`));
  expect(arrived.toSorted()).toEqual(expected.toSorted());
  for (const one of arrivals.values()) {
    expect(new Set(one.map(({ body, path }) => `${path} ${body}`)).size).toBe(1);
    expect(new Set(one.map(({ attempt }) => attempt)).size).toBe(one.length);
  }
  const requests = [...arrivals.values()].flat();
  expect(requests.length).toBeGreaterThanOrEqual(expected.length);
  expect(requests.filter(({ refusedBy }) => refusedBy.length > 0)).toEqual([]);
  // A verifier that accepts everything would prove nothing.
  const [{ body = '' } = {}] = requests;
  expect(refusals(body, `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}`)).toEqual(Object.keys(VERIFIERS));
});
