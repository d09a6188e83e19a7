// SPDX-License-Identifier: Apache-2.0
/** Guarantee: cookies that were in a browser before a sign-in never become the session of who signs in. */
import type { Me } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, openBrowser, PASSWORD, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
});
afterAll(() => service.stop());

const TOKENS = ['__Host-svc_access', '__Host-svc_refresh'];
const signInWith = async (planted: ReadonlyMap<string, string>) => {
  const browser = openBrowser(service.baseUrl, planted);
  const { status } = await browser.call('/auth/login', { body: { email: PEOPLE.owner, password: PASSWORD } });
  expect(status).toBe(200);
  return browser;
};

it('leaves a planted session with the person who planted it', async () => {
  const attacker = await signIn(service.baseUrl, PEOPLE.stranger);
  const planted = new Map(attacker.cookies);
  const victim = await signInWith(planted);
  for (const name of TOKENS) expect(victim.cookies.get(name)).not.toBe(planted.get(name));
  const theirs = openBrowser(service.baseUrl, planted);
  expect((await theirs.call<Me>('/me')).body.user.email).toBe(PEOPLE.stranger);
  expect((await theirs.call('/auth/refresh', { method: 'POST' })).status).toBe(204);
  expect((await theirs.call<Me>('/me')).body.user.email).toBe(PEOPLE.stranger);
  expect((await victim.call<Me>('/me')).body.user.email).toBe(PEOPLE.owner);
});

it('takes no planted token for its own, neither an invented one nor that of an ended session', async () => {
  const ended = await signIn(service.baseUrl, PEOPLE.owner);
  const old = new Map(ended.cookies);
  await ended.call('/auth/logout', { method: 'POST' });
  const invented = new Map(TOKENS.map((name) => [name, 'A'.repeat(name.endsWith('access') ? 64 : 107)]));
  for (const planted of [old, invented]) {
    const victim = await signInWith(planted);
    for (const name of TOKENS) expect(victim.cookies.get(name)).not.toBe(planted.get(name));
    const attacker = openBrowser(service.baseUrl, planted);
    expect((await attacker.call('/me')).status).toBe(401);
    expect((await attacker.call('/auth/refresh', { method: 'POST' })).status).toBe(401);
    expect((await victim.call<Me>('/me')).body.user.email).toBe(PEOPLE.owner);
  }
});
