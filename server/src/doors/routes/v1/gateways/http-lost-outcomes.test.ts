// SPDX-License-Identifier: Apache-2.0
/** A service of its own: it loses its database. After any loss, a call has one outcome in the end, and none stays under way for ever. */
import type { ServerResponse } from 'node:http';
import type { RedeemedDecision } from '@svc/contract';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { type DatabaseLine, startDatabaseLine } from '#harness/postgres';
import { ACME, call, startTestService, type TestService } from '#harness/service';
import { acmeWithRoutes, callHttp, ROUTES } from '#harness/service/gateways.ts';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { PEOPLE, signIn } from '#harness/service/sessions.ts';
import { startUpstream, type Upstream } from '#harness/upstream';
import { settleLostCalls, settleOwnCalls } from '../../../../decisions/gateways/index.ts';

let upstream: Upstream;
let other: TestService;
let line: DatabaseLine;
/** Connects to the database over the line. */
let service: TestService;
const held: ServerResponse[] = [];
beforeAll(async () => {
  upstream = await startUpstream((request, reply) => {
    if (request.path.startsWith('/held')) held.push(reply);
    else reply.writeHead(202).end();
  });
  other = await startTestService({ provisioning: acmeWithRoutes(upstream) });
  line = await startDatabaseLine(other.database);
  service = await startTestService({ database: line.database });
});
afterAll(async () => {
  await service.stop();
  await line.stop();
  await other.stop();
  await upstream.stop();
});
beforeEach(async () => {
  await untilWell();
  upstream.requests.length = 0;
});

/** The process forwards, and its lock shows that it lives. */
async function untilWell(): Promise<void> {
  await vi.waitFor(async () => expect((await send('')).status).toBe(200), PATIENTLY);
}
const sentTo = (path: string) => upstream.requests.filter((request) => request.path === path);

const send = (key: string, path = '/x', to = service) =>
  callHttp(
    to.baseUrl,
    { routeId: ROUTES.plain, path, method: 'POST', body: {} },
    { headers: key === '' ? {} : { 'idempotency-key': key } },
  );
const settleOwn = async () =>
  (await settleOwnCalls(service.app.pool, service.app.ownCalls, new AbortController().signal)).calls;
const settleGone = async (looksApartMs: number) =>
  (await settleLostCalls(other.app.pool, other.app.ownCalls, new AbortController().signal, looksApartMs)).calls;

const age = () => service.clock.move('1h');

/** Waits for the database are over when their time has passed. */
async function whileTimePasses<Result>(result: Promise<Result>): Promise<Result> {
  let isThere = false;
  void result.finally(() => {
    isThere = true;
  });
  await untilTimeHasPassed(() => expect(isThere).toBe(true));
  return await result;
}

async function untilTimeHasPassed(check: () => void): Promise<void> {
  await vi.waitFor(() => {
    service.clock.move('1s');
    check();
  }, PATIENTLY);
}

/** Sends a call that the upstream holds. */
async function sendHeld(key: string) {
  const call = send(key, '/held');
  await vi.waitFor(() => expect(held).toHaveLength(1), PATIENTLY);
  return { call, answer: (status: number) => void held.pop()?.writeHead(status).end() };
}

async function outcomesOf(eventId: string): Promise<unknown[]> {
  const entries = await readAuditEntries(other.database, ACME);
  return entries
    .filter(({ kind, subject }) => kind === 'gateway.called' && subject.id === eventId)
    .map(({ metadata }) => metadata.error ?? metadata.status);
}

const countEvents = async () => (await readRows(other.database, 'SELECT 1 FROM svc.events')).length;
const countOutcomes = async () =>
  (await readRows(other.database, `SELECT 1 FROM svc.audit_entries WHERE kind = 'gateway.called'`)).length;

it('leaves a call alone that is still being forwarded, however old it is', async () => {
  const { call, answer } = await sendHeld('long-1');
  age();
  expect(await settleOwn()).toBe(0);
  answer(203);
  expect(await outcomesOf((await call).body.id)).toEqual([203]);
  expect(await settleOwn()).toBe(0);
  expect(service.app.ownCalls.underWay()).toEqual([]);
});

it('settles a call of its own whose outcome it could not record, once it has given up', async () => {
  const { call, answer } = await sendHeld('given-up-1');
  line.cut();
  answer(203);
  const { status, body } = await whileTimePasses(call);
  expect([status, body.gateway.upstream?.status]).toEqual([200, 203]);
  expect(service.app.ownCalls.underWay()).toEqual([body.id]);
  await untilTimeHasPassed(() => expect(service.app.ownCalls.underWay()).toEqual([]));
  expect(service.logged()).toContain('the outcome of a forwarded call could not be recorded');
  line.mend();
  await untilWell();
  // A call that is young is checked later.
  await readRows(other.database, 'UPDATE svc.acts SET redeemed_at = $2 WHERE event_id = $1', [
    body.id,
    other.clock.now(),
  ]);
  expect(await settleOwn()).toBe(0);
  age();
  expect(await settleOwn()).toBe(1);
  expect(await settleOwn()).toBe(0);
  for (const to of [service, other]) {
    const { gateway } = (await send('given-up-1', '/held', to)).body;
    expect(gateway).toMatchObject({ proxied: true, upstream: { status: null, error: 'outcome unknown' } });
  }
  expect(await outcomesOf(body.id)).toEqual(['outcome unknown']);
  expect(sentTo('/held')).toHaveLength(1);
});

it('settles a call of its own whose decision was recorded without its knowing', async () => {
  const before = await countEvents();
  line.loseAnswersFrom('decision.recorded');
  const call = send('unheard-1', '/unheard');
  await vi.waitFor(async () => expect(await countEvents()).toBe(before + 1), PATIENTLY);
  line.cut();
  expect((await whileTimePasses(call)).status).toBe(503);
  line.mend();
  await untilWell();
  age();
  expect(await settleOwn()).toBe(1);
  const { body } = await send('unheard-1', '/unheard');
  expect(body.gateway).toMatchObject({ proxied: true, upstream: { error: 'outcome unknown' } });
  expect(await outcomesOf(body.id)).toEqual(['outcome unknown']);
  expect(sentTo('/unheard')).toEqual([]);
});

it('records an outcome once whose commit was not heard of', async () => {
  const { call, answer } = await sendHeld('once-1');
  const before = await countOutcomes();
  line.loseAnswersFrom('gateway.called');
  answer(203);
  await vi.waitFor(async () => expect(await countOutcomes()).toBe(before + 1), PATIENTLY);
  line.cut();
  const { body } = await whileTimePasses(call);
  expect(body.gateway.upstream).toMatchObject({ status: 203 });
  line.mend();
  await untilWell();
  await vi.waitFor(() => expect(service.app.ownCalls.underWay()).toEqual([]), PATIENTLY);
  expect(await outcomesOf(body.id)).toEqual([203]);
  expect((await send('once-1', '/held')).body.gateway.upstream).toMatchObject({ status: 203 });
});

it('takes a process for gone when its lock is missing twice, not when it is missing for a moment', async () => {
  const { body } = await send('blink-1');
  const forwarderId = 7;
  await readRows(
    other.database,
    'UPDATE svc.acts SET forwarder_id = $2, outcome = NULL, reported_at = NULL WHERE event_id = $1',
    [body.id, forwarderId],
  );
  await readRows(other.database, `DELETE FROM svc.audit_entries WHERE kind = 'gateway.called' AND subject_id = $1`, [
    body.id,
  ]);
  age();
  const looks = vi.spyOn(other.app.ownCalls, 'underWay');
  const settling = settleGone(2_000);
  await vi.waitFor(() => expect(looks).toHaveBeenCalled(), PATIENTLY);
  await vi.waitFor(() => expect(other.app.pool.idleCount).toBe(other.app.pool.totalCount), PATIENTLY);
  const back = new pg.Client({ connectionString: other.database.connectionString });
  await back.connect();
  await back.query('SELECT pg_advisory_lock(1937138535, $1)', [forwarderId]);
  expect(await settling).toBe(0);
  expect(await outcomesOf(body.id)).toEqual([]);
  await back.end();
  expect(await settleGone(50)).toBe(1);
  expect(await outcomesOf(body.id)).toEqual(['outcome unknown']);
});

/** A held call that a person has approved. */
const exported = () => ({
  agent: 'billing-bot',
  resource: 'customers',
  action: 'EXPORT_DATA',
  destination: 'EXTERNAL_API',
  routeId: ROUTES.plain,
  path: '/redeemed',
  method: 'POST',
  body: {},
});
async function approvedCall(): Promise<string> {
  const { body } = await callHttp(service.baseUrl, exported());
  expect(body.decision).toBe('REVIEW');
  const member = await signIn(service.baseUrl, PEOPLE.member);
  expect((await member.call(`/reviews/${body.id}/approve`, { body: {} })).status).toBe(200);
  return body.id;
}

const redeem = (id: string, key: string) =>
  call<RedeemedDecision>(service.baseUrl, `/v1/events/${id}/redeem`, {
    body: exported(),
    headers: { 'idempotency-key': key },
  });
const countRedemptions = async (id: string) =>
  (await readAuditEntries(other.database, ACME)).filter(
    ({ kind, subject }) => kind === 'redemption.made' && subject.id === id,
  ).length;

it('redeems nothing and forwards nothing while the database is away', async () => {
  const id = await approvedCall();
  line.cut();
  expect((await whileTimePasses(redeem(id, 'away-1'))).status).toBe(503);
  expect(sentTo('/redeemed')).toEqual([]);
  line.mend();
  await untilWell();
  expect(await countRedemptions(id)).toBe(0);
  expect((await redeem(id, 'away-1')).body).toMatchObject({ gateway: { upstream: { status: 202 } } });
  expect(sentTo('/redeemed')).toHaveLength(1);
});

it('never forwards a redeemed call whose commit was not heard of, and settles it as unknown', async () => {
  const id = await approvedCall();
  line.loseAnswersFrom('redemption.made');
  const first = redeem(id, 'unheard-2');
  await vi.waitFor(async () => expect(await countRedemptions(id)).toBe(1), PATIENTLY);
  line.cut();
  expect((await whileTimePasses(first)).status).toBe(503);
  expect(service.app.ownCalls.underWay()).toEqual([]);
  line.mend();
  await untilWell();
  age();
  expect(await settleOwn()).toBe(1);
  const { status, body } = await redeem(id, 'unheard-2');
  expect([status, body]).toMatchObject([
    200,
    {
      redemption: { status: 'REDEEMED' },
      outcome: { status: 'UNKNOWN' },
      gateway: { upstream: { error: 'outcome unknown' } },
    },
  ]);
  expect((await redeem(id, 'other-2')).status).toBe(409);
  expect(await outcomesOf(id)).toEqual(['outcome unknown']);
  expect(sentTo('/redeemed')).toEqual([]);
});
