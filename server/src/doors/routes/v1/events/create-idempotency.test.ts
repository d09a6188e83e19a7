// SPDX-License-Identifier: Apache-2.0
/** Idempotency-Key: one decision for one key, on any number of processes, under any concurrency. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  acme,
  BOUND_KEY,
  BOUND_TEST_KEY,
  call,
  GLOBEX_KEY,
  LIVE_KEY,
  openOrganization,
  otherProcess,
  PLAIN_ACTION,
  TEST_KEY,
  type TestService,
} from '#harness/service';
import { readRows } from '#harness/service/rows.ts';

let service: TestService;
let other: TestService;
beforeAll(async () => {
  service = await openOrganization();
  other = await otherProcess(service);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const send = (idempotencyKey: string, body: object = PLAIN_ACTION, options: object = {}, to = service) =>
  call(to.baseUrl, '/v1/events', { body, headers: { 'idempotency-key': idempotencyKey }, ...options });

it('replays the stored decision and says so, on either process', async () => {
  const first = await send('replay-1');
  expect(first.headers.has('idempotent-replay')).toBe(false);
  for (const to of [service, other]) {
    const second = await send('replay-1', PLAIN_ACTION, {}, to);
    expect(second.headers.get('idempotent-replay')).toBe('true');
    expect(second.body).toEqual(first.body);
  }
  // The order of keys in the body is not part of the request.
  const { action, agent, resource } = PLAIN_ACTION;
  expect((await send('replay-1', { action, resource, agent })).body.id).toBe(first.body.id);
});

it('decides once when the same key arrives many times at once on two processes', async () => {
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send(`race-${round}`, PLAIN_ACTION, {}, index % 2 === 0 ? service : other),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => !headers.has('idempotent-replay'))).toHaveLength(1);
  }
  const counted = await readRows(
    service.database,
    `SELECT count(*)::int AS events FROM svc.events e JOIN svc.idempotency_records i ON i.event_id = e.id
     WHERE i.key LIKE 'race-%'`,
  );
  expect(counted).toEqual([{ events: 10 }]);
});

it('refuses the key for another request, another kind of key and another binding', async () => {
  await send('reused-1');
  const cases: [object, object][] = [
    [{ ...PLAIN_ACTION, recordsAffected: 0 }, {}],
    [{ ...PLAIN_ACTION, content: 'x' }, {}],
    [PLAIN_ACTION, { key: TEST_KEY }],
    [PLAIN_ACTION, { key: BOUND_KEY }],
    [PLAIN_ACTION, { key: BOUND_TEST_KEY }],
  ];
  for (const [body, options] of cases) {
    const answer = await send('reused-1', body, options);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe('idempotency_key_reused');
  }
});

it('derives finalDecision from the review as it is now', async () => {
  const review = { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };
  const first = await send('review-1', review);
  expect(first.body).toMatchObject({ decision: 'REVIEW', finalDecision: 'REVIEW' });
  await readRows(
    service.database,
    `UPDATE svc.reviews SET status = 'APPROVED', decided_at = now() WHERE event_id = $1`,
    [first.body.id],
  );
  const replay = await send('review-1', review);
  expect(replay.body).toMatchObject({ id: first.body.id, decision: 'REVIEW', finalDecision: 'ALLOW' });
});

it('forgets a key after 24 hours', async () => {
  const first = await send('old-1');
  service.clock.move(24 * 3_600_000 - 60_000);
  expect((await send('old-1')).body.id).toBe(first.body.id);
  service.clock.move('1m');
  const second = await send('old-1');
  expect(second.headers.has('idempotent-replay')).toBe(false);
  expect(second.body.id).not.toBe(first.body.id);
  expect((await send('old-1')).body.id).toBe(second.body.id);
});

it('stores nothing of a request that was refused', async () => {
  expect((await send('refused-1', { ...PLAIN_ACTION, agent: 'nobody' })).status).toBe(404);
  const then = await send('refused-1');
  expect(then.status).toBe(200);
  expect(then.headers.has('idempotent-replay')).toBe(false);
});

it('replays though the agent was paused or is gone since, and never a 404', async () => {
  const before = await send('paused-1', { ...PLAIN_ACTION, agent: 'support-bot' });
  expect(before.body.decision).toBe('ALLOW');
  await service.provision(acme({ supportBot: 'PAUSED' }));
  const after = await send('paused-1', { ...PLAIN_ACTION, agent: 'support-bot' });
  expect(after.body).toEqual(before.body);
  expect((await send('paused-2', { ...PLAIN_ACTION, agent: 'support-bot' })).body.decision).toBe('BLOCK');
});

describe('the header', () => {
  it.each(['', ' ', 'é', 'x'.repeat(256), 'a\tb'])('%j is refused or stripped by HTTP itself', async (value) => {
    const answer = await call(service.baseUrl, '/v1/events', {
      body: PLAIN_ACTION,
      headers: { 'idempotency-key': Buffer.from(value, 'utf8').toString('latin1') },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toHaveProperty('Idempotency-Key');
  });

  it('may be 255 printable characters, and is scoped to the organization', async () => {
    const key = '~'.repeat(255);
    const mine = await send(key);
    expect(mine.status).toBe(200);
    const theirs = await send(
      key,
      { agent: 'billing-bot', resource: 'customers', action: 'READ_DATA' },
      { key: GLOBEX_KEY },
    );
    expect(theirs.status).toBe(200);
    expect(theirs.body.id).not.toBe(mine.body.id);
    expect(LIVE_KEY).not.toContain('G');
  });
});
