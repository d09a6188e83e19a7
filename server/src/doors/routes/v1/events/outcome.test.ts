// SPDX-License-Identifier: Apache-2.0
/** Guarantee: what became of an allowed act is recorded once; an UNKNOWN may become known once, within seven days. */
import type { Decision, EventList, Me } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACME, call, GLOBEX_KEY, LIVE_KEY, openOrganization, TEST_KEY, type TestService } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await openOrganization();
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(() => service.stop());

const HOUR_MS = 3_600_000;
const PLAIN = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA', recordsAffected: 12 };

const decide = async (body: object = PLAIN, key = LIVE_KEY): Promise<Decision> =>
  (await call<Decision>(service.baseUrl, '/v1/events', { body, key })).body;
const report = (id: string, body: object, key = LIVE_KEY) =>
  call<Decision & { error: string; fields?: object }>(service.baseUrl, `/v1/events/${id}/outcome`, { body, key });
const redeem = (id: string, body: object = PLAIN) =>
  call(service.baseUrl, `/v1/events/${id}/redeem`, { body, headers: { 'idempotency-key': id } });
const outcomesOf = async (id: string) =>
  (await readAuditEntries(service.database, ACME))
    .filter(({ kind, subject }) => subject.id === id && kind.startsWith('outcome.'))
    .map(({ kind, metadata }) => [kind, metadata]);
const list = async (query: string): Promise<string[]> =>
  (await owner.call<EventList>(`/events?${query}`)).body.items.map(({ id }) => id);

it('stands beside the decision and in the chain', async () => {
  const { id, actionDigest } = await decide();
  const { status, body } = await report(id, { status: 'SUCCEEDED', recordsAffected: 12, code: 'done.ok' });
  expect([status, body.outcome]).toEqual([
    200,
    {
      status: 'SUCCEEDED',
      recordsAffected: 12,
      code: 'done.ok',
      source: 'REPORTED',
      reportedAt: expect.stringMatching(/Z$/),
      amendedAt: null,
      exceedsStated: false,
    },
  ]);
  // No redemption was made, which is seen beside it.
  expect(body.redemption?.status).toBe('OPEN');
  expect((await call(service.baseUrl, `/v1/events/${id}`)).body).toEqual(body);
  const metadata = { actionDigest, code: 'done.ok', exceedsStated: false, recordsAffected: 12, status: 'SUCCEEDED' };
  expect(await outcomesOf(id)).toEqual([['outcome.reported', metadata]]);
});

it('again is the same report, with any key of idempotency; another is refused', async () => {
  const { id } = await decide();
  const first = await report(id, { status: 'FAILED', code: 'e' });
  const again = await report(id, { code: 'e', status: 'FAILED' });
  expect([again.status, again.headers.get('idempotent-replay')]).toEqual([200, 'true']);
  expect(again.body).toEqual(first.body);
  for (const other of [
    { status: 'SUCCEEDED' },
    { status: 'FAILED' },
    { status: 'FAILED', code: 'e', recordsAffected: 1 },
  ]) {
    const refused = await report(id, other);
    expect([refused.status, refused.body.error]).toEqual([409, 'outcome_reported']);
  }
  expect(await outcomesOf(id)).toHaveLength(1);
});

describe('case 36', () => {
  it('a BLOCK and a waiting review have no outcome', async () => {
    for (const body of [
      { agent: 'billing-bot', resource: 'customers', action: 'DELETE_DATA' },
      { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_EMAIL' },
    ]) {
      const { status, body: answer } = await report((await decide(body)).id, { status: 'SUCCEEDED' });
      expect([status, answer.error]).toEqual([409, 'not_allowed']);
    }
  });

  it('an UNKNOWN is amended once', async () => {
    const { id } = await decide();
    const first = await report(id, { status: 'UNKNOWN' });
    const amended = await report(id, { status: 'SUCCEEDED', recordsAffected: 340 });
    expect(amended.body.outcome).toMatchObject({
      status: 'SUCCEEDED',
      recordsAffected: 340,
      exceedsStated: true,
      reportedAt: first.body.outcome?.reportedAt,
      amendedAt: expect.stringMatching(/Z$/),
    });
    const refused = await report(id, { status: 'FAILED' });
    expect([refused.status, refused.body.error]).toEqual([409, 'outcome_reported']);
    expect((await outcomesOf(id)).map(([kind]) => kind)).toEqual(['outcome.reported', 'outcome.amended']);
    expect(await list('exceeds=true')).toContain(id);
  });

  it('an UNKNOWN is amended within seven days, and not on the eighth', async () => {
    const [early, late] = [await decide(), await decide()];
    await report(early.id, { status: 'UNKNOWN' });
    service.clock.move(2_000);
    await report(late.id, { status: 'UNKNOWN' });
    service.clock.move(7 * 24 * HOUR_MS - 1_000);
    const refused = await report(early.id, { status: 'FAILED' });
    expect([refused.status, refused.body.error]).toEqual([409, 'outcome_reported']);
    // The approval lapsed long ago, and what happened is recorded all the same.
    const amended = await report(late.id, { status: 'FAILED' });
    expect([amended.status, amended.body.redemption?.status]).toEqual([200, 'LAPSED']);
    owner = await signIn(service.baseUrl, PEOPLE.owner);
    expect(await list('redemption=LAPSED&outcome=FAILED')).toContain(late.id);
  });
});

it.each([
  { status: 'DONE' },
  {},
  { status: 'FAILED', code: 'Não deu' },
  { status: 'FAILED', code: '' },
  { status: 'FAILED', code: 'a'.repeat(65) },
  { status: 'FAILED', recordsAffected: -1 },
  { status: 'FAILED', recordsAffected: 1e9 },
  { status: 'FAILED', recordsAffected: 0.5 },
  { status: 'FAILED', text: 'x' },
])('case 37: %j is no report', async (body) => {
  const { id } = await decide();
  const { status, body: answer } = await report(id, body);
  expect([status, answer.error]).toEqual([400, 'validation_error']);
  expect(await outcomesOf(id)).toEqual([]);
});

it('is reported by the keys that may act on the event', async () => {
  const live = await decide();
  const sandbox = await decide(PLAIN, TEST_KEY);
  expect((await report(live.id, { status: 'FAILED' }, GLOBEX_KEY)).status).toBe(404);
  expect((await report(live.id, { status: 'FAILED' }, TEST_KEY)).status).toBe(404);
  expect((await report(sandbox.id, { status: 'FAILED' })).status).toBe(403);
  expect((await report(sandbox.id, { status: 'FAILED' }, TEST_KEY)).status).toBe(200);
});

it('is missing once its time is over, which lists and the page of the event say', async () => {
  const { body: me } = await owner.call<Me>('/me');
  expect(me.organization).toBeDefined();
  const done = await decide();
  await redeem(done.id);
  await report(done.id, { status: 'SUCCEEDED' });
  const { id } = await decide();
  await redeem(id);
  expect(await list('missing=true')).toEqual([]);
  service.clock.move(HOUR_MS);
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  expect(await list('missing=true')).toEqual([id]);
  expect(await list('redemption=REDEEMED')).toEqual([id, done.id]);
  const detail = await owner.call<{ event: { outcomeMissing: boolean } }>(`/events/${id}`);
  expect(detail.body.event.outcomeMissing).toBe(true);
  await report(id, { status: 'FAILED' });
  expect(await list('missing=true')).toEqual([]);
});

it('counts on the page of the agent when it did more than was stated', async () => {
  const agent = await owner.call<{ items: { id: string; name: string }[] }>('/agents');
  const id = agent.body.items.find(({ name }) => name === 'support-bot')?.id;
  const counted = async () => (await owner.call<{ exceeding: number }>(`/agents/${id}`)).body.exceeding;
  expect(await counted()).toBe(0);
  const decision = await decide({ agent: 'support-bot', resource: 'orders', action: 'READ_DATA' });
  await report(decision.id, { status: 'SUCCEEDED', recordsAffected: 1 });
  expect(await counted()).toBe(1);
});
