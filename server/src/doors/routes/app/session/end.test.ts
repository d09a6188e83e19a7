// SPDX-License-Identifier: Apache-2.0
/** POST /auth/logout ends the session at once, everywhere, and only that one. */
import type { ActivityList } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, otherProcess, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let other: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  other = await otherProcess(service);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const signOut = (browser: Browser) => browser.call('/auth/logout', { method: 'POST' });
const refresh = (browser: Browser) => browser.call('/auth/refresh', { method: 'POST' });

it('clears the cookies, and neither token works again on any process', async () => {
  const browser = await signIn(service.baseUrl, PEOPLE.owner);
  const kept = openBrowser(other.baseUrl, browser.cookies);
  expect((await signOut(browser)).status).toBe(204);
  expect([...browser.cookies.keys()]).toEqual(['__Host-svc_device']);
  expect((await kept.call('/me')).status).toBe(401);
  expect((await refresh(kept)).status).toBe(401);
});

it('stands in the activity of the person, once', async () => {
  const browser = await signIn(service.baseUrl, PEOPLE.member);
  const kept = openBrowser(service.baseUrl, browser.cookies);
  await signOut(browser);
  await signOut(kept);
  const again = await signIn(service.baseUrl, PEOPLE.member);
  const { items } = (await again.call<ActivityList>('/me/activity')).body;
  expect(items.map(({ kind }) => kind)).toEqual(['sign_in.succeeded', 'session.signed_out', 'sign_in.succeeded']);
});

it('leaves other sessions of the person alone', async () => {
  const [one, two] = await Promise.all([signIn(service.baseUrl, PEOPLE.owner), signIn(service.baseUrl, PEOPLE.owner)]);
  await signOut(one);
  expect((await two.call('/me')).status).toBe(200);
});

it('needs one of the two cookies, and takes an old one too', async () => {
  for (const missing of ['__Host-svc_access', '__Host-svc_refresh']) {
    const browser = await signIn(service.baseUrl, PEOPLE.admin);
    const old = openBrowser(service.baseUrl, browser.cookies);
    old.cookies.delete(missing);
    await refresh(browser);
    expect((await signOut(old)).status).toBe(204);
    expect((await browser.call('/me')).status).toBe(401);
  }
});

it('is 204 without a session, and ends no session of which it has no token', async () => {
  const browser = await signIn(service.baseUrl, PEOPLE.owner);
  expect((await signOut(openBrowser(service.baseUrl))).status).toBe(204);
  const bytes = Buffer.from(String(browser.cookies.get('__Host-svc_access')), 'base64url');
  bytes.fill(0, 16);
  const forged = openBrowser(service.baseUrl, new Map([['__Host-svc_access', bytes.toString('base64url')]]));
  expect((await signOut(forged)).status).toBe(204);
  expect((await browser.call('/me')).status).toBe(200);
});

it('403 for a page elsewhere: nobody is signed out by another site', async () => {
  const browser = await signIn(service.baseUrl, PEOPLE.owner);
  expect((await browser.call('/auth/logout', { method: 'POST', origin: null })).status).toBe(403);
  expect((await browser.call('/me')).status).toBe(200);
});
