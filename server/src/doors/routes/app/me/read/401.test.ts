// SPDX-License-Identifier: Apache-2.0
/** GET /me, like every route with a session: 401 without a currently valid one. */
import type { Me } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const ACCESS = '__Host-svc_access';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
});
afterAll(() => service.stop());

it('without a cookie, with one of nobody, and with one under another name', async () => {
  const browser = await signIn(service.baseUrl, PEOPLE.owner);
  const token = String(browser.cookies.get(ACCESS));
  const wrong = [
    new Map(),
    new Map([[ACCESS, '']]),
    new Map([[ACCESS, 'x'.repeat(64)]]),
    new Map([[ACCESS, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`]]),
    new Map([[ACCESS, String(browser.cookies.get('__Host-svc_refresh'))]]),
    new Map([['svc_access', token]]),
  ];
  for (const cookies of wrong) {
    const { status, body } = await openBrowser(service.baseUrl, cookies).call('/me');
    expect(status).toBe(401);
    expect(body.error).toBe('unauthorized');
  }
  expect((await browser.call('/me')).status).toBe(200);
});

it('after 15 minutes', async () => {
  const browser = await signIn(service.baseUrl, PEOPLE.owner);
  service.clock.move('14m');
  expect((await browser.call('/me')).status).toBe(200);
  service.clock.move('1m');
  expect((await browser.call('/me')).status).toBe(401);
});

it('for a member who was removed, at once', async () => {
  const browser = await signIn(service.baseUrl, PEOPLE.member);
  const { body } = await browser.call<Me>('/me');
  await readRows(service.database, 'DELETE FROM svc.memberships WHERE account_id = $1', [body.user.id]);
  expect((await browser.call('/me')).status).toBe(401);
  expect((await browser.call('/reviews')).status).toBe(401);
});

it('when the account is gone, with its sessions', async () => {
  const browser = await signIn(service.baseUrl, PEOPLE.admin);
  const { body } = await browser.call<Me>('/me');
  for (const [table, column] of [
    ['memberships', 'account_id'],
    ['membership_directory', 'account_id'],
    ['accounts', 'id'],
  ]) {
    await readRows(service.database, `DELETE FROM svc.${table} WHERE ${column} = $1`, [body.user.id]);
  }
  expect((await browser.call('/me')).status).toBe(401);
  const left = await readRows(service.database, 'SELECT id FROM svc.sessions WHERE account_id = $1', [body.user.id]);
  expect(left).toEqual([]);
});
