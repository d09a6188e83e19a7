// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: its time stands.
 * POST /auth/login: 10 failures in 15 minutes for an account from an address, 100 from an address, over all processes.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amount } from '#harness/amount';
import { TestClock } from '#harness/clock';
import { mailOf, startTestService, type TestService } from '#harness/service';
import { acmeWithPeople, openBrowser, PASSWORD, PEOPLE } from '#harness/service/sessions.ts';

let service: TestService;
let other: TestService;
beforeAll(async () => {
  // Time stands: in 15 minutes that go on, another attempt is admitted each nine seconds.
  const how = { trustProxy: ['127.0.0.1'], clock: TestClock.standingAt(Date.now()) };
  service = await startTestService({ provisioning: acmeWithPeople(), ...how });
  other = await startTestService({ database: service.database, ...how });
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const attempt = (index: number, email: string, password: string, address: string) =>
  openBrowser((index % 2 === 0 ? service : other).baseUrl).call('/auth/login', {
    body: { email, password },
    headers: { 'x-forwarded-for': address },
  });

const statusesOf = async (attempts: Promise<{ status: number }>[]) =>
  (await Promise.all(attempts)).map(({ status }) => status).sort();

it('admits ten for one account from one address, at once and on two processes, and then not even the right password', async () => {
  const attempts = Array.from({ length: 16 }, (_, index) =>
    attempt(index, index % 3 === 0 ? PEOPLE.owner.toUpperCase() : PEOPLE.owner, 'wrong horse', '198.51.100.1'),
  );
  expect(await statusesOf(attempts)).toEqual([...Array(10).fill(401), ...Array(6).fill(429)]);
  const refused = await attempt(0, PEOPLE.owner, PASSWORD, '198.51.100.1');
  expect(refused.status).toBe(429);
  expect(refused.body.error).toBe('rate_limited');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60);
});

it('counts no right password: twenty at once, and another after nine failures', async () => {
  const right = Array.from({ length: 20 }, (_, index) => attempt(index, PEOPLE.member, PASSWORD, '198.51.100.4'));
  expect(await statusesOf(right)).toEqual(Array(20).fill(200));
  const wrong = Array.from({ length: 9 }, (_, index) => attempt(index, PEOPLE.member, 'wrong horse', '198.51.100.4'));
  expect(await statusesOf(wrong)).toEqual(Array(9).fill(401));
  expect((await attempt(0, PEOPLE.member, PASSWORD, '198.51.100.4')).status).toBe(200);
});

it('counts the addresses of one /64, and every spelling of an address, as one', async () => {
  const spelled = ['203.0.113.77', '::ffff:203.0.113.77', '::ffff:cb00:714d'];
  const mapped = Array.from({ length: 13 }, (_, index) =>
    attempt(index, PEOPLE.stranger, 'wrong horse', spelled[index % 3] as string),
  );
  expect(await statusesOf(mapped)).toEqual([...Array(10).fill(401), ...Array(3).fill(429)]);
  const network = Array.from({ length: 13 }, (_, index) =>
    attempt(index, PEOPLE.stranger, 'wrong horse', `2001:0DB8:0:1:${index + 1}:0:0:1`),
  );
  expect(await statusesOf(network)).toEqual([...Array(10).fill(401), ...Array(3).fill(429)]);
  expect((await attempt(0, PEOPLE.stranger, PASSWORD, '2001:db8:0:2::1')).status).toBe(200);
});

it('locks nobody else out: not that account from elsewhere, nor another account from there', async () => {
  expect((await attempt(0, PEOPLE.owner, PASSWORD, '198.51.100.2')).status).toBe(200);
  expect((await attempt(1, PEOPLE.admin, PASSWORD, '198.51.100.1')).status).toBe(200);
});

/** More concurrent password checks are refused as too many, for every caller. */
const AT_ONCE = 10;

it('admits a hundred from one address, whatever accounts they try, existing or not', async () => {
  const statuses: number[] = [];
  for (let first = 0; first < 110; first += AT_ONCE) {
    const attempts = Array.from({ length: AT_ONCE }, (_, index) =>
      attempt(index, mailOf(`person${first + index}`), 'wrong horse', '198.51.100.3'),
    );
    statuses.push(...(await statusesOf(attempts)));
  }
  expect(statuses).toEqual([...Array(100).fill(401), ...Array(10).fill(429)]);
});

const NETWORKS = amount(40, 300);

it('lets a known browser in while many networks try its account, and refuses none of them for another', async () => {
  const known = openBrowser(service.baseUrl);
  const signIn = (address: string) =>
    known.call('/auth/login', {
      body: { email: PEOPLE.admin, password: PASSWORD },
      headers: { 'x-forwarded-for': address },
    });
  expect((await signIn('198.51.100.7')).status).toBe(200);
  const crowd = Array.from({ length: NETWORKS }, (_, index) =>
    attempt(index, PEOPLE.admin, 'wrong horse', `2001:db8:${(index + 1).toString(16)}:1::1`),
  );
  expect((await signIn('198.51.100.7')).status).toBe(200);
  const statuses = await statusesOf(crowd);
  expect(statuses.filter((status) => status !== 401 && status !== 503)).toEqual([]);
  expect(statuses).toContain(401);
  expect((await signIn('198.51.100.8')).status).toBe(200);
});
