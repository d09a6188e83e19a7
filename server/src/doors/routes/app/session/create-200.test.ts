// SPDX-License-Identifier: Apache-2.0
/**
 * POST /auth/login signs a person in: the person, the organization, and two cookies that no script, page or plain
 * address gets.
 */
import type { SignedIn } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, LIVE_KEY, mailOf, openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, openBrowser, PASSWORD, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
});
afterAll(() => service.stop());

it('answers who signed in and the organization with the role there', async () => {
  const browser = openBrowser(service.baseUrl);
  const { status, body } = await browser.call<SignedIn>('/auth/login', {
    body: { email: mailOf('Owner', 'ACME'), password: PASSWORD },
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    user: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), email: PEOPLE.owner, name: 'Olivia Owner' },
    organization: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: ACME, role: 'OWNER' },
  });
});

it('sets its cookies with every attribute that protects them, and lets nobody store the answer', async () => {
  const browser = openBrowser(service.baseUrl);
  const { headers } = await browser.call('/auth/login', { body: { email: PEOPLE.owner, password: PASSWORD } });
  const [access, refresh, device] = headers.getSetCookie();
  expect(access).toMatch(/^__Host-svc_access=[\w-]{64}; Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(refresh).toMatch(/^__Host-svc_refresh=[\w-]{107}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(device).toMatch(/^__Host-svc_device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(headers.getSetCookie()).toHaveLength(3);
  expect(headers.get('cache-control')).toBe('no-store');
});

it('starts where the person became a member first', async () => {
  const both = acmeWithPeople({
    globexPeople: `
      - { email: ${PEOPLE.member}, role: ADMIN }`,
  });
  await service.provision(both);
  const { status, body } = await openBrowser(service.baseUrl).call<SignedIn>('/auth/login', {
    body: { email: PEOPLE.member, password: PASSWORD },
  });
  expect(status).toBe(200);
  expect(body.organization).toMatchObject({ name: ACME, role: 'MEMBER' });
});

it('stores no token, and logs neither token, password nor e-mail address', async () => {
  const browser = await signIn(service.baseUrl, PEOPLE.admin);
  const tokens = [...browser.cookies.values()];
  expect(tokens).toHaveLength(3);
  const [stored] = await readRows(service.database, 'SELECT json_agg(s)::text AS text FROM svc.sessions s');
  for (const token of tokens) {
    const bytes = Buffer.from(token, 'base64url');
    for (let at = 16; at < bytes.length; at += 32) {
      expect(stored?.text).not.toContain(bytes.subarray(at, at + 32).toString('hex'));
    }
    expect(service.logged()).not.toContain(token);
  }
  for (const secret of [PASSWORD, mailOf('', 'acme').slice(1), 'Olivia'])
    expect(service.logged()).not.toContain(secret);
});

it('is no API key, and an API key is no session', async () => {
  const browser = await signIn(service.baseUrl, PEOPLE.admin);
  expect((await browser.call('/v1/policies')).status).toBe(401);
  const keyed = await openBrowser(service.baseUrl).call('/me', {
    headers: { authorization: `Bearer ${LIVE_KEY}` },
  });
  expect(keyed.status).toBe(401);
});

it('keeps the newest hundred sessions of a person', async () => {
  const browser = await signIn(service.baseUrl, PEOPLE.stranger);
  const copies = (count: number) =>
    readRows(
      service.database,
      `INSERT INTO svc.sessions SELECT gen_random_uuid(), s.account_id, organization_id,
         s.created_at + make_interval(secs => n), expires_at, family_hash, refresh_hash, access_hash, access_expires_at
       FROM svc.sessions s JOIN svc.accounts a ON a.id = s.account_id, generate_series(1, $2) n WHERE a.email = $1`,
      [PEOPLE.stranger, count],
    );
  await copies(98);
  const second = await signIn(service.baseUrl, PEOPLE.stranger);
  expect((await browser.call('/me')).status).toBe(200);
  await signIn(service.baseUrl, PEOPLE.stranger);
  expect((await browser.call('/me')).status).toBe(401);
  const [row] = await readRows(
    service.database,
    `SELECT count(*)::int AS count FROM svc.sessions s JOIN svc.accounts a ON a.id = s.account_id WHERE a.email = $1`,
    [PEOPLE.stranger],
  );
  expect(row?.count).toBe(100);
  expect((await second.call('/me')).status).toBe(200);
});
