// SPDX-License-Identifier: Apache-2.0
/**
 * Two services of two processes each on one database, all under load.
 * Guarantees: no decision is made under rules that had changed before its request, on either process, however the
 * change came. Each idempotency key has one event, with clients that race on both. The one chain has no gap. The death
 * of one process, at any moment, changes none of that.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { readRows } from '#harness/service/rows.ts';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { deliver, type Load, type Reply, startClients, until } from './clients.ts';
import { inconsistencies, readEvidence } from './evidence.ts';
import { type ClientRequest, createLedger } from './ledger.ts';
import { ACME_LIVE, CHANGE_KEYS, ORGANIZATIONS, POLICIES, provisioningFile, REQUESTS } from './organizations.ts';
import { seededRandom } from './random.ts';
import { runSvcServer, type SvcServer, startSvcServer } from './svc-server.ts';
import { createTimeline } from './timeline.ts';

const ROUNDS = Number(process.env.CHAOS_ROUNDS ?? 1);
const KILLS = Math.ceil(ROUNDS / 4);
/** Answers that are compared with the rules before any process is killed, at least. */
const CHECKS = Number(process.env.CHAOS_CHECKS ?? 1);
/** The number of rule changes in each test, by policy and by agent. */
const GATES_PER_TEST = 8;
const SWITCHES_PER_TEST = 2;
/** Decisions under the new rules before they change again. */
const DECISIONS_BETWEEN = 20;
const STRIKE_AFTER_MS = { min: 100, max: 800 };
const KEYLESS_CLIENTS = 4;
const LONE_CLIENTS = 4;
const RACING_PAIRS = 4;

const random = seededRandom('two processes');
const folder = mkdtempSync(join(tmpdir(), 'svc-chaos-'));
const ledger = createLedger();
/** Each gate is a policy with its version in its name, so that an answer names the rules that it was made under. */
const gates = createTimeline(0);
const switches = createTimeline<'ACTIVE' | 'PAUSED'>('ACTIVE');
const staleAnswers: string[] = [];
let checked = 0;
let database: TestDatabase;
let environment: Record<string, string>;
let servers: SvcServer[] = [];
let mayGoUnanswered = false;

beforeAll(async () => {
  database = await createTestDatabase();
  environment = {
    DATABASE_URL: database.connectionString,
    SVC_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_RATE_EVENTS_PER_MINUTE: '10000000',
    SVC_PROCESSES: '2',
  };
  await provision('ACTIVE');
  servers = await Promise.all([startSvcServer(environment), startSvcServer(environment)]);
  await openGate(0);
});

afterAll(async () => {
  for (const server of servers) if (!server.hasEnded()) server.kill('SIGTERM');
  await Promise.all(servers.map((server) => server.ended));
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
  const changes = { gates: gates.changes(), switches: switches.changes(), checked };
  console.log(`two processes, ${KILLS} kills: ${JSON.stringify({ ...ledger.counts, ...changes })}`);
});

/** A third process changes the agent's permission: `svc-server provision FILE`. */
async function provision(switchedBot: 'ACTIVE' | 'PAUSED'): Promise<void> {
  const path = join(folder, 'provision.yaml');
  writeFileSync(path, provisioningFile(switchedBot));
  const { code, output } = await runSvcServer(['provision', path], environment);
  if (code !== 0) throw new Error(output);
}

const GATE = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' };
const SWITCHED = { agent: 'switched-bot', resource: 'orders', action: 'WRITE_DATA' };
const decisionOf = (gate: number) => (gate % 2 === 0 ? 'ALLOW' : 'BLOCK');

/** The request goes to either process, and again to the other, until it is answered. */
async function openGate(gate: number): Promise<void> {
  const name = `Gate ${gate}`;
  const policies = [...POLICIES, { name, action: 'READ', resource: 'INTERNAL', decision: decisionOf(gate) }];
  let attempt = gate;
  await until(name, PROGRAM_WITHIN_MS, async () => {
    attempt += 1;
    const response = await fetch(`${servers[attempt % 2]?.baseUrl}/v1/policies/apply`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${CHANGE_KEYS[attempt % CHANGE_KEYS.length]}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ policies, prune: true }),
    }).catch(() => null);
    return response?.status === 200;
  });
}

/** A stored answer of an earlier attempt stays as it was; all others are made under the current rules. */
function checkFreshness({ body }: ClientRequest, reply: Reply): void {
  if (reply.status !== 200 || reply.isReplay) return;
  checked += 1;
  const { decision, policy, reasons } = reply.body;
  if (body === GATE) {
    const expected = gates.possible(reply.sentAtMs, reply.answeredAtMs);
    const found = expected.find((gate) => policy?.name === `Gate ${gate}` && decision === decisionOf(gate));
    if (found === undefined) staleAnswers.push(`${policy?.name} ${decision}, not of gates ${expected}`);
  }
  if (body === SWITCHED) {
    const expected = switches.possible(reply.sentAtMs, reply.answeredAtMs);
    const status = reasons.some((reason) => reason.includes('is paused')) ? 'PAUSED' : 'ACTIVE';
    const isRight = expected.includes(status) && decision === (status === 'PAUSED' ? 'BLOCK' : 'ALLOW');
    if (!isRight) staleAnswers.push(`${status} ${decision}, not ${expected}`);
  }
}

let loads = 0;

function startLoad(): Load {
  loads += 1;
  const load = loads;
  const bodies = [GATE, SWITCHED, GATE, REQUESTS[1], SWITCHED, GATE, REQUESTS[2]];
  const request = (name: string | null, turn: number): ClientRequest => ({
    caller: ACME_LIVE,
    idempotencyKey: name === null ? null : `${name}-${load}-${turn}`,
    body: bodies[turn % bodies.length] as object,
  });
  const to = (first: number) => ({
    baseUrl: (attempt: number) => servers[(first + attempt) % 2]?.baseUrl ?? '',
    mayGoUnanswered: () => mayGoUnanswered,
    ledger,
    onReply: checkFreshness,
  });
  const keyless = Array.from({ length: KEYLESS_CLIENTS }, (_, client) => (turn: number) => {
    return deliver(request(null, turn), to(client));
  });
  const lone = Array.from({ length: LONE_CLIENTS }, (_, client) => (turn: number) => {
    return deliver(request(`lone-${client}`, turn), to(client));
  });
  const pairs = Array.from({ length: RACING_PAIRS }, (_, client) => (turn: number) => {
    const shared = request(`pair-${client}`, turn);
    return Promise.all([deliver(shared, to(0)), deliver(shared, to(1))]);
  });
  return startClients([...keyless, ...lone, ...pairs]);
}

async function changeRules(): Promise<void> {
  const byPolicy = async () => {
    for (let count = 0; count < GATES_PER_TEST; count += 1) {
      const gate = gates.changes() + 1;
      await gates.change(gate, () => openGate(gate));
      await decisions(DECISIONS_BETWEEN);
    }
  };
  const byAgent = async () => {
    for (let count = 0; count < SWITCHES_PER_TEST; count += 1) {
      const status = switches.changes() % 2 === 0 ? 'PAUSED' : 'ACTIVE';
      await switches.change(status, () => provision(status));
      await decisions(DECISIONS_BETWEEN);
    }
  };
  await Promise.all([byPolicy(), byAgent()]);
}

async function decisions(count: number): Promise<void> {
  const enough = checked + count;
  await until(`${count} decisions`, PROGRAM_WITHIN_MS, () => checked >= enough);
}

it('decides nothing under rules whose change was acknowledged before the request was sent', async () => {
  const load = startLoad();
  do await changeRules();
  while (checked < CHECKS);
  await load.stop();
  expect(staleAnswers.splice(0)).toEqual([]);
  expect(ledger.contradictions.splice(0)).toEqual([]);
  expect(ledger.counts.unanswered).toBe(0);
});

it.each(Array.from({ length: KILLS }, (_, index) => ({ kill: index + 1 })))(
  'keeps every promise when one of the two is killed ($kill)',
  async () => {
    const load = startLoad();
    const changing = changeRules();
    await delay(random.between(STRIKE_AFTER_MS.min, STRIKE_AFTER_MS.max));
    const victim = random.between(0, 1);
    mayGoUnanswered = true;
    servers[victim]?.kill('SIGKILL');
    await servers[victim]?.ended;
    // The other process goes on alone.
    await decisions(DECISIONS_BETWEEN);
    servers[victim] = await startSvcServer(environment);
    await changing;
    await load.stop();
    mayGoUnanswered = false;
    expect(staleAnswers.splice(0)).toEqual([]);
    expect(ledger.contradictions.splice(0)).toEqual([]);
  },
);

const SELECT_COVERED = `
  SELECT bool_and(h.audit_seq = c.size) AS covered
  FROM svc.organization_heads h LEFT JOIN svc.audit_checkpoint_heads c USING (organization_id)`;

it('leaves one event for each key and one chain without a gap', async () => {
  await until('every entry is covered by a checkpoint', PROGRAM_WITHIN_MS, async () => {
    const [row] = await readRows<{ covered: boolean }>(database, SELECT_COVERED);
    return row?.covered === true;
  });
  for (const server of servers) server.kill('SIGTERM');
  // They would end with 1 after 10 s.
  for (const server of servers) expect(await server.ended).toMatchObject({ code: 0, signal: null });
  for (const organization of ORGANIZATIONS) {
    const evidence = await readEvidence(database, organization);
    const endpoints = organization === 'Acme' ? 1 : 0;
    expect(inconsistencies(evidence, ledger.told(organization), endpoints)).toEqual([]);
  }
  expect(ledger.counts.repeated).toBeGreaterThan(0);
});
