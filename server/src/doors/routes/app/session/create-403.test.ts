// SPDX-License-Identifier: Apache-2.0
/** POST /auth/login: 403 for a foreign page, and for a person without an organization. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, openBrowser, PASSWORD, PEOPLE } from '#harness/service/sessions.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
});
afterAll(() => service.stop());

const CREDENTIALS = { email: PEOPLE.owner, password: PASSWORD };

it.each<[string, string | null, Record<string, string>]>([
  ['says nothing of where it comes from', null, {}],
  ['comes from another site', 'https://evil.test', {}],
  ['comes from another port of this host', 'http://127.0.0.1:1', {}],
  ['comes from a sandboxed page', 'null', {}],
  ['comes from the same site only', null, { 'sec-fetch-site': 'same-site' }],
])('refuses a call that %s, before it looks at the password', async (_what, origin, headers) => {
  const { status, body } = await openBrowser(service.baseUrl).call('/auth/login', {
    body: CREDENTIALS,
    origin,
    headers,
  });
  expect(status).toBe(403);
  expect(body.error).toBe('forbidden');
  expect(await readRows(service.database, 'SELECT bucket FROM svc.rate_windows')).toEqual([]);
});

it('takes a call from each name of loopback on this port', async () => {
  const { port } = new URL(service.baseUrl);
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
    const { status } = await openBrowser(service.baseUrl).call('/auth/login', {
      body: CREDENTIALS,
      origin: `http://${host}:${port}`,
    });
    expect(status).toBe(200);
  }
});

it('refuses a person without any organization, and only with the right password', async () => {
  await readRows(
    service.database,
    `DELETE FROM svc.membership_directory USING svc.accounts a WHERE account_id = a.id AND a.email = $1`,
    [PEOPLE.admin],
  );
  const attempt = (password: string) =>
    openBrowser(service.baseUrl).call('/auth/login', { body: { email: PEOPLE.admin, password } });
  const refused = await attempt(PASSWORD);
  expect([refused.status, refused.body.error]).toEqual([403, 'no_organization']);
  expect((await attempt('wrong horse battery')).status).toBe(401);
});
