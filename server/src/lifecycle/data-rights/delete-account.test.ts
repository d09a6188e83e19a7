// SPDX-License-Identifier: Apache-2.0
/** Guarantee: an account ends whole or not at all, and leaves no organization with members and without an owner. */
import type { Me, MemberList } from '@svc/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { NEW_PASSWORD, signUp } from '#harness/people';
import { codeOf, setUpCodes } from '#harness/people/codes.ts';
import { ACME, call, LIVE_KEY, mailOf, openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PASSWORD, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
});
afterAll(() => service.stop());
beforeEach(() => readRows(service.database, 'DELETE FROM svc.rate_windows'));

const remove = (browser: Browser, password: string, more: object = {}) =>
  browser.call<{ error?: string; organizations?: object[]; fields?: object }>('/me', {
    method: 'DELETE',
    body: { password, confirm: 'DELETE', ...more },
  });

it('refuses the only owner of an organization with members, names it, and deletes nothing', async () => {
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  expect((await owner.call('/organizations', { body: { name: 'Alone' } })).status).toBe(201);
  const before = (await owner.call<Me>('/me')).body;
  const answer = await remove(owner, PASSWORD);
  expect([answer.status, answer.body.error]).toEqual([409, 'sole_owner']);
  expect(answer.body.organizations).toEqual([{ id: before.organization.id, name: ACME }]);
  expect((await owner.call<Me>('/me')).body).toEqual(before);
  expect((await call(service.baseUrl, '/v1/events', { key: LIVE_KEY, body: PLAIN_ACTION })).status).toBe(200);
});

it('ends sessions, factors and history, leaves organizations with others, and ends those without', async () => {
  const admin = await signIn(service.baseUrl, PEOPLE.admin);
  const elsewhere = await signIn(service.baseUrl, PEOPLE.admin);
  const { user } = (await admin.call<Me>('/me')).body;
  expect((await admin.call('/organizations', { body: { name: 'Only mine' } })).status).toBe(201);
  const { secret, recoveryCodes } = await setUpCodes(admin);
  const bare = await remove(admin, PASSWORD);
  expect([bare.status, bare.body.error]).toEqual([401, 'invalid_credentials']);
  expect((await remove(admin, PASSWORD, { mfaCode: codeOf(secret, 7) })).status).toBe(401);
  const answer = await remove(admin, PASSWORD, { mfaCode: recoveryCodes[0] });
  expect([answer.status, answer.headers.getSetCookie().filter((line) => /Max-Age=0/i.test(line)).length]).toEqual([
    204, 2,
  ]);
  expect((await elsewhere.call('/me')).status).toBe(401);
  const again = await elsewhere.call('/auth/login', { body: { email: PEOPLE.admin, password: PASSWORD } });
  expect([again.status, again.body.error]).toEqual([401, 'invalid_credentials']);

  const left = await readRows<{ name: string }>(
    service.database,
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'svc'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attname = 'account_id'`,
  );
  expect(left.length).toBeGreaterThan(10);
  for (const { name } of left) {
    expect(await readRows(service.database, `SELECT * FROM svc.${name} WHERE account_id = $1`, [user.id])).toEqual([]);
  }
  const deletions = await readRows(service.database, 'SELECT 1 FROM svc.organization_deletions');
  expect(deletions).toHaveLength(1);
  const entries = await readAuditEntries(service.database, ACME);
  expect(entries.at(-1)).toMatchObject({ kind: 'member.left', subject: { type: 'member', id: user.id } });
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  const { items } = (await owner.call<MemberList>('/members')).body;
  expect(items.map(({ email }) => email)).not.toContain(PEOPLE.admin);
});

it('refuses a wrong word, a wrong password and a sign-in of long ago', async () => {
  const { browser } = await signUp(service, mailOf('rui', 'alone'));
  const word = await browser.call('/me', { method: 'DELETE', body: { password: NEW_PASSWORD, confirm: 'delete' } });
  expect([word.status, Object.keys(word.body.fields ?? {})]).toEqual([400, ['confirm']]);
  expect((await browser.call('/me', { method: 'DELETE', body: { confirm: 'DELETE' } })).status).toBe(400);
  const wrong = await remove(browser, 'wrong');
  expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_credentials']);
  service.clock.move('11m');
  expect((await remove(browser, NEW_PASSWORD)).body.error).toBe('reauthentication_required');
});

it('lets one of two deletions at once succeed, and a new account have the address', async () => {
  const { browser } = await signUp(service, mailOf('bia', 'alone'));
  const answers = await Promise.all([remove(browser, NEW_PASSWORD), remove(browser, NEW_PASSWORD)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
  expect((await signUp(service, mailOf('bia', 'alone'))).signedIn.user.email).toBe(mailOf('bia', 'alone'));
});
