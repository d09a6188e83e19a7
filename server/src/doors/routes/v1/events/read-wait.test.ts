// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: it stops, or its queries are counted.
 * Guarantee: a call that waits is answered as soon as its review is resolved, on whatever process, and costs no query
 * while it waits.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amount } from '#harness/amount';
import {
  type Answer,
  call,
  LIVE_KEY,
  openOrganization,
  otherProcess,
  PLAIN_ACTION,
  startTestService,
  type TestService,
} from '#harness/service';
import { endConnections, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

/** Two processes on one database. */
let service: TestService;
let other: TestService;
/** A third one, whose queries are counted, and which stops in the end. */
let alone: TestService;
let member: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  other = await otherProcess(service);
  alone = await startTestService({ database: service.database });
  member = await signIn(other.baseUrl, PEOPLE.member);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const REVIEWED = { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };
const SEEN = { interval: 10 };
const LONG_MS = 30_000;

async function reviewed(): Promise<string> {
  return (await call(service.baseUrl, '/v1/events', { body: { ...REVIEWED, resource: 'customers' } })).body.id;
}

const waitFor = (id: string, waitMs: number | string = LONG_MS, at = service): Promise<Answer> =>
  call(at.baseUrl, `/v1/events/${id}?waitMs=${waitMs}`);

/** A call that began to wait just as long, and before the others of its test. */
interface Before {
  /** It waits still, so no call that began after it has waited to its end. */
  expectWaiting(): void;
  leave(): Promise<void>;
}

async function waitBefore(): Promise<Before> {
  const id = await reviewed();
  const leaving = new AbortController();
  let isWaiting = true;
  const waited = fetch(`${other.baseUrl}/v1/events/${id}?waitMs=${LONG_MS}`, {
    headers: { authorization: `Bearer ${LIVE_KEY}` },
    signal: leaving.signal,
  }).then(
    () => (isWaiting = false),
    () => undefined,
  );
  await expect.poll(() => other.app.waitingCalls(), SEEN).toBe(1);
  return {
    expectWaiting: () => expect(isWaiting).toBe(true),
    async leave() {
      leaving.abort();
      await waited;
      await expect.poll(() => other.app.waitingCalls(), SEEN).toBe(0);
    },
  };
}

async function resolve(id: string, resolution: 'approve' | 'deny'): Promise<void> {
  expect((await member.call(`/reviews/${id}/${resolution}`, { method: 'POST', body: {} })).status).toBe(200);
}

/** Transactions that begin on these connections. */
function countQueries(pool: pg.Pool): () => number {
  let count = 0;
  const onAcquire = () => {
    count += 1;
  };
  pool.on('acquire', onAcquire);
  return () => {
    pool.off('acquire', onAcquire);
    return count;
  };
}

it('answers when another process has recorded the resolution', async () => {
  const before = await waitBefore();
  for (const [resolution, finalDecision] of [
    ['approve', 'ALLOW'],
    ['deny', 'BLOCK'],
  ] as const) {
    const id = await reviewed();
    const waiting = waitFor(id);
    await expect.poll(() => service.app.waitingCalls(), SEEN).toBe(1);
    await resolve(id, resolution);
    expect((await waiting).body).toMatchObject({ decision: 'REVIEW', finalDecision });
    before.expectWaiting();
  }
  await before.leave();
});

const CALLS = amount(100, 1_000);

it('costs no query for many calls while they wait, and wakes only those of the resolved review', async () => {
  const { pool } = alone.app;
  const [id, otherId] = [await reviewed(), await reviewed()];
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${LIVE_KEY}` };
  const begin = async (eventId: string) =>
    await fetch(`${alone.baseUrl}/v1/events/${eventId}?waitMs=${LONG_MS}`, { headers, signal: leaving.signal });
  const waiting = Array.from({ length: CALLS - 1 }, () => begin(otherId).catch(() => null));
  const first = begin(id);
  await expect.poll(() => alone.app.waitingCalls(), { interval: 10 }).toBe(CALLS);
  await expect.poll(() => pool.waitingCount + pool.totalCount - pool.idleCount, SEEN).toBe(0);
  const whileWaiting = countQueries(pool);
  for (let second = 0; second < 5; second += 1) {
    alone.clock.move('1s');
    await turn();
  }
  expect(whileWaiting()).toBe(0);
  const onResolution = countQueries(pool);
  await resolve(id, 'approve');
  expect(await (await first).json()).toMatchObject({ finalDecision: 'ALLOW' });
  expect(onResolution()).toBeLessThan(5);
  expect(alone.app.waitingCalls()).toBe(CALLS - 1);
  leaving.abort();
  await Promise.all(waiting);
});

it('answers at the moment of the expiry, which nobody tells of', async () => {
  const before = await waitBefore();
  const id = await reviewed();
  const expiresAt = new Date(service.clock.nowMs() + 20_000);
  await readRows(service.database, 'UPDATE svc.reviews SET expires_at = $2 WHERE event_id = $1', [id, expiresAt]);
  const waiting = waitFor(id);
  await expect.poll(() => service.app.waitingCalls(), SEEN).toBe(1);
  service.clock.move('20s');
  expect((await waiting).body).toMatchObject({ finalDecision: 'BLOCK', review: { status: 'EXPIRED' } });
  before.expectWaiting();
  await before.leave();
});

it('answers the state at the end of the wait, and at once where there is nothing to wait for', async () => {
  const before = await waitBefore();
  const id = await reviewed();
  const waiting = waitFor(id, 20_000);
  await expect.poll(() => service.app.waitingCalls(), SEEN).toBe(1);
  service.clock.move('20s');
  expect((await waiting).body).toMatchObject({ finalDecision: 'REVIEW', review: { status: 'PENDING' } });
  const allowed = (await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION })).body.id;
  expect((await waitFor(allowed)).status).toBe(200);
  expect((await waitFor('018f0000-0000-7000-8000-00000000ffff')).status).toBe(404);
  before.expectWaiting();
  await before.leave();
});

it('hears of what was resolved while its connection was lost', async () => {
  const before = await waitBefore();
  const id = await reviewed();
  const waiting = waitFor(id);
  await expect.poll(() => service.app.waitingCalls(), SEEN).toBe(1);
  await endConnections(service.database, `a.query = 'LISTEN svc_news'`);
  await resolve(id, 'approve');
  expect((await waiting).body.finalDecision).toBe('ALLOW');
  before.expectWaiting();
  await before.leave();
});

it('refuses a wait that is no number of milliseconds', async () => {
  const id = await reviewed();
  for (const waitMs of ['-1', '1.5', 'soon', '', '1e3', '9999999999']) {
    const answer = await waitFor(id, waitMs);
    expect([waitMs, answer.status]).toEqual([waitMs, 400]);
    expect(answer.body).toMatchObject({ error: 'validation_error', fields: { waitMs: expect.any(String) } });
  }
  const twice = await call(service.baseUrl, `/v1/events/${id}?waitMs=1&waitMs=2`);
  expect(twice.status).toBe(400);
});

it('no longer waits for a caller that has gone, and answers those who wait when the process stops', async () => {
  const id = await reviewed();
  const gone = new AbortController();
  const headers = { authorization: `Bearer ${LIVE_KEY}` };
  const left = fetch(`${alone.baseUrl}/v1/events/${id}?waitMs=${LONG_MS}`, { headers, signal: gone.signal });
  await expect.poll(() => alone.app.waitingCalls(), SEEN).toBe(1);
  gone.abort();
  await expect(left).rejects.toThrow();
  await expect.poll(() => alone.app.waitingCalls(), SEEN).toBe(0);
  const before = await waitBefore();
  const waiting = waitFor(id, LONG_MS, alone);
  await expect.poll(() => alone.app.waitingCalls(), SEEN).toBe(1);
  await alone.stop();
  expect((await waiting).body.finalDecision).toBe('REVIEW');
  before.expectWaiting();
  await before.leave();
});
