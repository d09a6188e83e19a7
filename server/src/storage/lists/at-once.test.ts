// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: whatever one person or one organization reads, others find a connection for their work. Who reads too much
 * at once is told so, and who cannot be answered is never told that a decision was not recorded.
 */
import {
  type ErrorBody,
  type EventList,
  SEARCHES_AT_ONCE_PER_ORGANIZATION,
  SEARCHES_AT_ONCE_PER_PERSON,
} from '@svc/contract';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { call, LIVE_KEY, openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let owner: Browser;
let admin: Browser;
let member: Browser;
let stranger: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
  const as = (email: string) => signIn(service.baseUrl, email);
  [owner, admin, member, stranger] = await Promise.all([
    as(PEOPLE.owner),
    as(PEOPLE.admin),
    as(PEOPLE.member),
    as(PEOPLE.stranger),
  ]);
  await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION });
});
afterAll(() => service.stop());

/** While resources are locked a search of events waits, as it would on a slow disk, and nothing else here does. */
let locks: pg.Client;
beforeEach(async () => {
  locks = new pg.Client({ connectionString: service.database.connectionString });
  await locks.connect();
  await locks.query('BEGIN');
  await locks.query('LOCK TABLE svc.resources IN ACCESS EXCLUSIVE MODE');
});
afterEach(async () => {
  await locks.query('ROLLBACK');
  await locks.end();
});

const SLOW = '/events?resource=orders&q=x';
const search = (browser: Browser) => browser.call<EventList & ErrorBody>(SLOW);
const statusesOf = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).sort();

it('refuses more searches at once, of a person and of an organization, and says when to ask again', async () => {
  const ofMember = Array.from({ length: 14 }, () => search(member));
  const first = await Promise.race(ofMember);
  expect(first.status).toBe(429);
  expect(first.headers.get('retry-after')).toBe('1');
  expect(first.body).toMatchObject({ error: 'rate_limited', message: expect.stringContaining('2 searches') });
  const ofOthers = [
    ...Array.from({ length: 5 }, () => search(admin)),
    ...Array.from({ length: 5 }, () => search(owner)),
  ];
  const refused = await Promise.race(ofOthers);
  expect(refused.status).toBe(429);

  // Short work, of anybody, goes on meanwhile.
  expect((await call(service.baseUrl, '/health')).status).toBe(200);
  expect((await stranger.call('/me')).status).toBe(200);
  expect((await member.call('/events?limit=1')).status).toBe(200);
  await signIn(service.baseUrl, PEOPLE.stranger);
  const decided = await call(service.baseUrl, '/v1/events', { key: LIVE_KEY, body: PLAIN_ACTION });
  expect(decided.status).toBe(200);
  expect((await call(service.baseUrl, `/v1/events/${decided.body.id}`)).status).toBe(200);

  const failed = (await statusesOf([...ofMember, ...ofOthers])).filter((status) => status === 503);
  expect(failed).toHaveLength(SEARCHES_AT_ONCE_PER_ORGANIZATION);
  expect((await statusesOf(ofMember)).filter((status) => status === 503)).toHaveLength(SEARCHES_AT_ONCE_PER_PERSON);
});

it('says of a list that could not be read just that, and of a decision that it was not recorded', async () => {
  const list = await search(owner);
  expect(list.status).toBe(503);
  expect(list.headers.get('retry-after')).toBe('1');
  expect(list.body).toMatchObject({ error: 'unavailable', message: expect.stringMatching(/cannot read.*ask again/) });
  expect(list.body.message).not.toMatch(/decision|action/);
});

it('gives the turns back when searches end', async () => {
  expect((await statusesOf([search(member), search(member)])).every((status) => status === 503)).toBe(true);
  await locks.query('ROLLBACK');
  expect(await statusesOf([search(member), search(member)])).toEqual([200, 200]);
});
