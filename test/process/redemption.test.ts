// SPDX-License-Identifier: Apache-2.0
/**
 * 64 callers redeem one act at once on two processes, one of which is killed meanwhile. Guarantees: one redemption is
 * recorded, the call is made once at most, and a call whose outcome is unknown is never made again.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Decision, RedeemedDecision } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestDatabase } from '#harness/postgres';
import { acme, call, LIVE_KEY, PEOPLE, plainNames } from '#harness/service';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readAuditEntries } from '#harness/service/rows.ts';
import { type Browser, openBrowser, signIn } from '#harness/service/sessions.ts';
import { startUpstream, type Upstream } from '#harness/upstream';
import { type RunningServer, startServer } from './running-server.ts';

plainNames();

const ROUTE = '018f0000-0000-7000-8000-00000000c0de';
/** `npm run test:chaos` has many more. */
const ROUNDS = Number(process.env.CHAOS_REDEMPTIONS ?? 2);
/** Rounds of one test, which has a bound of time. */
const ROUNDS_OF_TEST = 10;
const CALLERS = 64;
const ANSWERED_AFTER_MS = 20;
const KILLED_WITHIN_MS = 60;
const POLICIES = `
      - { name: Review exports, action: EXPORT, resource: ANY, decision: REVIEW, approverRoles: [OWNER] }`;

interface Running {
  server: RunningServer;
  baseUrl: string;
}

let upstream: Upstream;
let database: TestDatabase;
let folder: string;
let pair: [Running, Running];
let owner: Browser;
const running: RunningServer[] = [];

beforeAll(async () => {
  upstream = await startUpstream((_request, reply) => {
    setTimeout(() => reply.end('done'), randomInt(ANSWERED_AFTER_MS));
  });
  folder = mkdtempSync(join(tmpdir(), 'svc-redemption-'));
  const route = `{ id: ${ROUTE}, name: upstream, baseUrl: "${upstream.url}" }`;
  writeFileSync(join(folder, 'file.yaml'), acme({ policies: POLICIES, extra: `    httpRoutes:\n      - ${route}` }));
  database = await openEmptyDatabase();
  pair = [await start(), await start()];
  owner = await signIn(pair[0].baseUrl, PEOPLE.owner);
});
afterAll(async () => {
  for (const one of running.splice(0)) {
    one.process.kill('SIGKILL');
    await one.ended;
  }
  rmSync(folder, { recursive: true, force: true });
  await upstream.stop();
  await database.drop();
});

async function start(): Promise<Running> {
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

const bodyOf = (round: number) => ({
  agent: 'billing-bot',
  resource: 'orders',
  action: 'EXPORT_DATA',
  routeId: ROUTE,
  path: `/round/${round}`,
  method: 'POST',
  body: { round },
});

/** Each caller has a key of its own, and asks again with it until it is answered. */
async function redeemUntilAnswered(id: string, round: number, caller: number) {
  const headers = { 'idempotency-key': `round-${round}-${caller}` };
  for (let turn = caller; ; turn += 1) {
    const { baseUrl } = pair[turn % 2] as Running;
    const answer = await call<RedeemedDecision & { error?: string }>(baseUrl, `/v1/events/${id}/redeem`, {
      key: LIVE_KEY,
      body: bodyOf(round),
      headers,
    }).catch(() => null);
    if (answer !== null && answer.status !== 503) return answer;
    await delay(randomInt(50));
  }
}

const parts = Array.from({ length: Math.ceil(ROUNDS / ROUNDS_OF_TEST) }, (_, part) => part * ROUNDS_OF_TEST);

it.each(parts)(
  `${CALLERS} callers, two processes, one killed: one redemption, one call at most, from round %i on`,
  async (from) => {
    const until = Math.min(from + ROUNDS_OF_TEST, ROUNDS);
    for (let round = from; round < until; round += 1) {
      upstream.requests.length = 0;
      const { body: decided } = await call<Decision>(pair[0].baseUrl, '/v1/gateway/http', {
        key: LIVE_KEY,
        body: bodyOf(round),
      });
      owner = openBrowser(pair[0].baseUrl, owner.cookies);
      expect((await owner.call(`/reviews/${decided.id}/approve`, { body: {} })).status).toBe(200);
      const asking = Array.from({ length: CALLERS }, (_, caller) => redeemUntilAnswered(decided.id, round, caller));
      // A random sleep draws the moment of the blow.
      await delay(randomInt(KILLED_WITHIN_MS));
      const struck = randomInt(2);
      const dying = pair[struck] as Running;
      dying.server.process.kill('SIGKILL');
      await dying.server.ended;
      pair[struck] = await start();
      const answers = await Promise.all(asking);
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      const others = answers.filter(({ status }) => status !== 200);
      expect(new Set(others.map(({ body }) => body.error))).toEqual(new Set(['already_redeemed']));
      expect(upstream.requests.length).toBeLessThanOrEqual(1);
      const { gateway } = won[0]?.body ?? {};
      if (gateway?.upstream?.status === 200) expect(upstream.requests).toHaveLength(1);
      else expect(gateway?.upstream).toMatchObject({ status: null, error: 'outcome unknown' });
    }
    const entries = await readAuditEntries(database, 'Acme');
    const made = entries.filter(({ kind }) => kind === 'redemption.made').map(({ subject }) => subject.id);
    expect(made).toHaveLength(until);
    expect(new Set(made).size).toBe(until);
  },
);
