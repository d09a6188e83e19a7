// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: processes stop and die.
 * Guarantees of evaluations under way: two of an organization at once and no more, progress and cancel from any
 * process, and an end for each.
 */
import { randomUUID } from 'node:crypto';
import type { ErrorBody, ImpactJob } from '@svc/contract';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { untilEnded } from '#harness/impacts';
import { ACME, call, LIVE_KEY, PLAIN_ACTION, startTestService, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { COPY_EVENTS } from '#harness/stored-events';

/** An evaluation of so many events takes some seconds. */
const COPIES = 60_000;

let service: TestService;
/** Another process on the same database. */
let other: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await startTestService({ provisioning: acmeWithPeople() });
  other = await startTestService({ database: service.database });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  await call(service.baseUrl, '/v1/events', { body: { ...PLAIN_ACTION, recordsAffected: 1 } });
  await readRows(service.database, COPY_EVENTS, [ACME, COPIES]);
});
afterAll(() => service.stop());
afterEach(async () => {
  for (const { id } of await readRows(service.database, `SELECT id FROM svc.policy_impacts WHERE state = 'RUNNING'`)) {
    await owner.call(`/policies/impact/${id}`, { method: 'DELETE' });
  }
});

const PROPOSAL = { policies: [{ name: 'all', action: 'ANY', decision: 'BLOCK' }], days: 1 };
const start = (browser = owner) => browser.call<ImpactJob & ErrorBody>('/policies/impact', { body: PROPOSAL });
const read = (browser: Browser, id: string) => browser.call<ImpactJob & ErrorBody>(`/policies/impact/${id}`);

it('tells its progress to every process, and ends with its result', async () => {
  const { body } = await start();
  expect(body).toMatchObject({ state: 'RUNNING', days: 1, finishedAt: null, createdBy: { name: 'Olivia Owner' } });
  const member = await signIn(other.baseUrl, PEOPLE.member);
  await expect.poll(async () => (await read(member, body.id)).body.progress.events).toBeGreaterThan(0);
  const ended = await untilEnded(member, body.id);
  const events = COPIES + 1;
  expect(ended).toMatchObject({ state: 'DONE', progress: { events, eventsTotal: events } });
  expect(ended.result).toMatchObject({ events, changed: events, complete: true });
  expect(ended.result?.changes).toEqual([
    { from: 'ALLOW', to: 'BLOCK', events, sampleEventIds: expect.objectContaining({ length: 20 }) },
  ]);
});

it('is cancelled from another process while it is under way, and stays so', async () => {
  const { body } = await start();
  const elsewhere = await signIn(other.baseUrl, PEOPLE.admin);
  expect((await elsewhere.call(`/policies/impact/${body.id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await read(owner, body.id)).body).toMatchObject({ state: 'CANCELLED', finishedAt: expect.any(String) });
  // Its process must not write a result over it. One that began later, with as much to read, has ended by then.
  const later = await start();
  expect(await untilEnded(owner, later.body.id)).toMatchObject({ state: 'DONE' });
  const { body: after } = await read(owner, body.id);
  expect([after.state, after.result]).toEqual(['CANCELLED', undefined]);
  expect((await owner.call(`/policies/impact/${body.id}`, { method: 'DELETE' })).status).toBe(204);
});

it('is one of two: of many starts at once on two processes the others are refused', async () => {
  const elsewhere = await signIn(other.baseUrl, PEOPLE.owner);
  const starts = await Promise.all([start(), start(elsewhere), start(), start(elsewhere), start(), start(elsewhere)]);
  expect(starts.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429, 429, 429]);
  const refused = starts.find(({ status }) => status === 429);
  expect(refused?.body.message).toMatch(/^2 evaluations of the organization are under way; cancel one/);
  // Another organization is not held up.
  const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
  expect((await start(stranger)).status).toBe(201);
});

it('gives its place back at once when it is cancelled', async () => {
  for (let round = 0; round < 12; round += 1) {
    const { status, body } = await start();
    expect([round, status]).toEqual([round, 201]);
    await owner.call(`/policies/impact/${body.id}`, { method: 'DELETE' });
  }
});

it('is lost when its process ends, and when its process has died', async () => {
  const { body } = await start(await signIn(other.baseUrl, PEOPLE.owner));
  await other.stop();
  expect((await read(owner, body.id)).body).toMatchObject({ state: 'LOST', message: expect.stringMatching(/again/) });
  // The row that a process leaves behind when it is killed.
  const killed = (await start()).body.id;
  await owner.call(`/policies/impact/${killed}`, { method: 'DELETE' });
  const left = randomUUID();
  await readRows(
    service.database,
    `INSERT INTO svc.policy_impacts
       (organization_id, id, created_at, created_by, days, state, seen_at, events, events_total)
     SELECT organization_id, $2, created_at, created_by, days, 'RUNNING', created_at, 0, events_total
     FROM svc.policy_impacts WHERE id = $1`,
    [killed, left],
  );
  expect((await read(owner, left)).body).toMatchObject({ state: 'RUNNING' });
  service.clock.move('31s');
  expect((await read(owner, left)).body).toMatchObject({ state: 'LOST', message: expect.stringMatching(/again/) });
  const starts = await Promise.all([start(), start(), start()]);
  expect(starts.map(({ status }) => status).sort()).toEqual([201, 201, 429]);
});

it('of a caller who waits ends with the caller', async () => {
  const gone = new AbortController();
  const request = { policies: [], dryRun: true, impactDays: 1 };
  const asking = Array.from({ length: 3 }, () =>
    fetch(`${service.baseUrl}/v1/policies/apply`, {
      method: 'POST',
      headers: { authorization: `Bearer ${LIVE_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: gone.signal,
    }),
  );
  const settled = Promise.allSettled(asking);
  // Two are under way, so the third is the first to be answered.
  const refused = await Promise.race(asking);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  gone.abort();
  await settled;
  await expect
    .poll(async () => (await call(service.baseUrl, '/v1/policies/apply', { body: request })).status)
    .toBe(200);
});
