// SPDX-License-Identifier: Apache-2.0
/** GET /auth/session: a visitor learns that there is nothing to ask for, without an error in the browser's log. */
import type { SessionPresence } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, strictProcess, type TestService } from '#harness/service';
import { acmeWithPeople, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
});
afterAll(() => service.stop());

const present = { status: 200, body: { present: true } };

it('says that a visitor has none', async () => {
  expect(await openBrowser(service.baseUrl).call('/auth/session')).toMatchObject({
    status: 200,
    body: { present: false },
  });
});

it('says whether anybody may make an account', async () => {
  const closed = await strictProcess(service);
  const signUpOf = async (baseUrl: string) =>
    (await openBrowser(baseUrl).call<SessionPresence>('/auth/session')).body.signUp;
  expect([await signUpOf(service.baseUrl), await signUpOf(closed.baseUrl)]).toEqual([true, false]);
});

it('says that there is one, with either cookie, and not after the sign-out', async () => {
  const browser = await signIn(service.baseUrl, PEOPLE.owner);
  expect(await browser.call('/auth/session')).toMatchObject(present);
  for (const name of browser.cookies.keys()) {
    const other = new Map([...browser.cookies].filter(([one]) => one !== name));
    expect(await openBrowser(service.baseUrl, other).call('/auth/session')).toMatchObject(present);
  }
  await browser.call('/auth/logout', { method: 'POST' });
  expect(await browser.call('/auth/session')).toMatchObject({ body: { present: false } });
});
