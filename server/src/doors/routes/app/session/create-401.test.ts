// SPDX-License-Identifier: Apache-2.0
/** POST /auth/login: a wrong password and an unknown e-mail address get the same answer. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailOf, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, openBrowser, PASSWORD, PEOPLE } from '#harness/service/sessions.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
});
afterAll(() => service.stop());

const attempt = (email: string, password: string) =>
  openBrowser(service.baseUrl).call('/auth/login', { body: { email, password } });

it.each([
  ['a wrong password', PEOPLE.owner, 'wrong horse battery'],
  ['the password in other letter case', PEOPLE.owner, PASSWORD.toUpperCase()],
  ['no password', PEOPLE.owner, ''],
  ['an unknown e-mail address', mailOf('nobody', 'acme'), PASSWORD],
  ['what is no e-mail address', "' OR 1=1 --", PASSWORD],
])('answers invalid_credentials to %s, sets no cookie and tells no more', async (_what, email, password) => {
  const { status, headers, body } = await attempt(email, password);
  expect(status).toBe(401);
  const { requestId, ...rest } = body;
  expect(rest).toEqual({ error: 'invalid_credentials', message: 'The e-mail address or the password is wrong.' });
  expect(requestId).toBe(headers.get('x-request-id'));
  expect(headers.getSetCookie()).toEqual([]);
});

it('logs neither the e-mail address nor the password that was tried', async () => {
  await attempt(mailOf('secret.person', 'acme'), 'hunter2-hunter2');
  expect(service.logged()).not.toMatch(/secret\.person|hunter2/);
});
