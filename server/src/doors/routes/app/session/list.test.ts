// SPDX-License-Identifier: Apache-2.0
/** GET and DELETE /me/sessions, and GET /me/activity: where a person is signed in, and what happened to the account. */
import type { ActivityList, SessionList } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NEW_PASSWORD, type SignedUp, signUp } from '#harness/people';
import { mailOf, openOrganization, otherProcess, type TestService } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { type Browser, openBrowser } from '#harness/service/sessions.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

let service: TestService;
let other: TestService;
beforeAll(async () => {
  other = await openOrganization();
  service = await otherProcess(other);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

async function signInAs({ email }: SignedUp, userAgent: string, address: string): Promise<Browser> {
  const browser = openBrowser(service.baseUrl);
  const headers = { 'user-agent': userAgent, 'x-forwarded-for': address };
  const { status } = await browser.call('/auth/login', { body: { email, password: NEW_PASSWORD }, headers });
  expect(status).toBe(200);
  return browser;
}
const sessionsOf = async (browser: Browser) => (await browser.call<SessionList>('/me/sessions')).body.items;

it('shows browser, system and coarse address of each, the last used first, and which is this one', async () => {
  const ana = await signUp(service, mailOf('ana'));
  await signInAs(ana, FIREFOX, '203.0.113.77');
  await signInAs(ana, EDGE, '2001:db8:1:2:3::4');
  const phone = await signInAs(ana, SAFARI, '::ffff:198.51.100.9');
  await signInAs(ana, `<b>${'x'.repeat(5_000)}`, 'no address');
  const items = await sessionsOf(phone);
  expect(items.map(({ browser, system, network, current }) => [browser, system, network, current])).toEqual([
    [null, null, '127.0.0.0/24', false],
    ['Safari', 'iOS', '198.51.100.0/24', true],
    ['Edge', 'Windows', '2001:db8:1::/48', false],
    ['Firefox', 'Linux', '203.0.113.0/24', false],
    [null, null, '127.0.0.0/24', false],
  ]);
});

it('ends one at once on every process, and none of another person', async () => {
  const bea = await signUp(service, mailOf('bea'));
  const eve = await signUp(service, mailOf('eve'));
  const phone = await signInAs(bea, SAFARI, '203.0.113.1');
  const [id] = (await sessionsOf(phone)).filter(({ current }) => current).map((session) => session.id);
  expect((await eve.browser.call(`/me/sessions/${id}`, { method: 'DELETE' })).status).toBe(404);
  expect((await phone.call('/me')).status).toBe(200);
  expect((await bea.browser.call(`/me/sessions/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await openBrowser(other.baseUrl, phone.cookies).call('/me')).status).toBe(401);
  expect((await phone.call('/auth/refresh', { method: 'POST' })).status).toBe(401);
  expect((await bea.browser.call(`/me/sessions/${id}`, { method: 'DELETE' })).status).toBe(404);
  expect((await bea.browser.call('/me/sessions/none', { method: 'DELETE' })).status).toBe(400);
});

it('ends all others, or this one with its cookies', async () => {
  const ida = await signUp(service, mailOf('ida'));
  const others = [await signInAs(ida, FIREFOX, '203.0.113.1'), await signInAs(ida, EDGE, '203.0.113.2')];
  expect((await ida.browser.call('/me/sessions', { method: 'DELETE' })).status).toBe(204);
  for (const browser of others) expect((await browser.call('/me')).status).toBe(401);
  const [current] = await sessionsOf(ida.browser);
  expect(current?.current).toBe(true);
  expect((await ida.browser.call(`/me/sessions/${current?.id}`, { method: 'DELETE' })).status).toBe(204);
  expect([...ida.browser.cookies.keys()]).toEqual(['__Host-svc_device']);
});

it('lists sign-ins, failures and ended sessions for the person alone, by pages, and in no chain', async () => {
  const uma = await signUp(service, mailOf('uma'));
  const eva = await signUp(service, mailOf('eva'));
  for (let index = 0; index < 3; index += 1) {
    const body = { email: uma.email, password: 'not this one at all' };
    expect((await openBrowser(service.baseUrl).call('/auth/login', { body })).status).toBe(401);
  }
  await signInAs(uma, FIREFOX, '203.0.113.5');
  await uma.browser.call('/me/sessions', { method: 'DELETE' });
  const kindsOf = async ({ browser }: SignedUp, query = '') =>
    (await browser.call<ActivityList>(`/me/activity${query}`)).body;
  const { items } = await kindsOf(uma);
  expect(items.map(({ kind }) => kind)).toEqual([
    'session.ended',
    'sign_in.succeeded',
    'sign_in.failed',
    'sign_in.failed',
    'sign_in.failed',
    'account.created',
  ]);
  expect(items[1]).toMatchObject({ browser: 'Firefox', system: 'Linux', network: '203.0.113.0/24' });
  const first = await kindsOf(uma, '?limit=2');
  const second = await kindsOf(uma, `?limit=4&cursor=${first.nextCursor}`);
  expect([...first.items, ...second.items]).toEqual(items);
  expect(second.nextCursor).toBeNull();
  expect((await uma.browser.call('/me/activity?cursor=x')).status).toBe(400);
  expect((await kindsOf(eva)).items.map(({ kind }) => kind)).toEqual(['account.created']);
  const chain = await readAuditEntries(service.database, `Org of ${mailOf('uma')}`);
  expect(chain.map(({ kind }) => kind)).toEqual(['organization.created', 'member.added']);
});

it('keeps twenty failures an hour, and none of an unknown address for long', async () => {
  const rui = await signUp(service, mailOf('rui'));
  for (let index = 0; index < 25; index += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${index}` };
    const body = { email: rui.email, password: 'not this one at all' };
    await openBrowser(service.baseUrl).call('/auth/login', { body, headers });
  }
  const { items } = (await rui.browser.call<ActivityList>('/me/activity?limit=200')).body;
  expect(items.filter(({ kind }) => kind === 'sign_in.failed')).toHaveLength(20);
});
