// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: a person whose last organization has ended gets in by naming a new one, and so reaches their own account.
 * The sign-in is the same as everybody's until then, and makes one organization, whatever comes at once.
 */
import type { Me, SignedIn } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NEW_PASSWORD, signUp } from '#harness/people';
import { createAuthenticator } from '#harness/people/authenticator.ts';
import { codeOf, setUpCodes, startOfStep } from '#harness/people/codes.ts';
import { mailOf, openOrganization, otherProcess, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { openBrowser } from '#harness/service/sessions.ts';

let service: TestService;
let other: TestService;
beforeAll(async () => {
  service = await openOrganization();
  other = await otherProcess(service);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

/** Signs up, and deletes the account's only organization. */
async function withoutOrganization(email: string) {
  const person = await signUp(service, email);
  const body = { password: NEW_PASSWORD, confirmName: `Org of ${email}` };
  expect((await person.browser.call('/organization', { method: 'DELETE', body })).status).toBe(204);
  return { email, password: NEW_PASSWORD };
}

const send = (body: object, at = service) => openBrowser(at.baseUrl).call<SignedIn>('/auth/login', { body });
const membershipsOf = (email: string) =>
  readRows(
    service.database,
    `SELECT 1 FROM svc.membership_directory d JOIN svc.accounts a ON a.id = d.account_id WHERE a.email = $1`,
    [email],
  );

it('makes the named organization with the person as owner, from where the account is exported and deleted', async () => {
  const credentials = await withoutOrganization(mailOf('ana', 'alone'));
  expect((await send(credentials)).body).toMatchObject({ error: 'no_organization' });
  const browser = openBrowser(service.baseUrl);
  const { status, body } = await browser.call<SignedIn>('/auth/login', {
    body: { ...credentials, organizationName: 'Ana & filhos' },
  });
  expect(status).toBe(200);
  expect(body.organization).toEqual({ id: expect.any(String), name: 'Ana & filhos', role: 'OWNER' });
  expect((await browser.call<Me>('/me')).body.organization).toMatchObject(body.organization);
  const { body: list } = await browser.call<{ items: { kind: string }[] }>('/audit');
  expect(list.items.map(({ kind }) => kind)).toContain('member.added');
  expect((await browser.call('/me/export')).status).toBe(200);
  const deleted = await browser.call('/me', { method: 'DELETE', body: { password: NEW_PASSWORD, confirm: 'DELETE' } });
  expect(deleted.status).toBe(204);
  expect((await send(credentials)).status).toBe(401);
});

it('makes nothing for a wrong password, and names the field of a bad name before it looks at the password', async () => {
  const credentials = await withoutOrganization(mailOf('bia', 'alone'));
  const wrong = await send({ ...credentials, password: 'wrong horse battery', organizationName: 'New' });
  expect(wrong.status).toBe(401);
  for (const organizationName of ['', ' ', 'a\u202eb', 'x'.repeat(201), 7]) {
    const refused = await send({ ...credentials, organizationName });
    expect(refused.status).toBe(400);
    expect(Object.keys((refused.body as unknown as { fields: object }).fields)).toEqual(['organizationName']);
  }
  expect(await membershipsOf(credentials.email)).toEqual([]);
});

it('makes nothing for a person who has an organization', async () => {
  const email = 'caio@has.test';
  await signUp(service, email);
  const { status, body } = await send({ email, password: NEW_PASSWORD, organizationName: 'Another' });
  expect([status, body.organization.name]).toEqual([200, `Org of ${email}`]);
  expect(await membershipsOf(email)).toHaveLength(1);
});

it('makes one of eight that are asked for at once on two processes', async () => {
  const credentials = await withoutOrganization(mailOf('davi', 'alone'));
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      send({ ...credentials, organizationName: `New ${index}` }, index % 2 === 0 ? service : other),
    ),
  );
  const made = answers.filter(({ status }) => status === 200);
  expect(new Set(made.map(({ body }) => body.organization.id)).size).toBe(1);
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  expect(await membershipsOf(credentials.email)).toHaveLength(1);
});

it('asks for the second factor first, and tells nothing without it', async () => {
  const email = mailOf('eva', 'alone');
  const person = await signUp(service, email);
  startOfStep();
  const { secret } = await setUpCodes(person.browser);
  const body = { password: NEW_PASSWORD, confirmName: `Org of ${email}`, mfaCode: codeOf(secret) };
  expect((await person.browser.call('/organization', { method: 'DELETE', body })).status).toBe(204);
  const credentials = { email, password: NEW_PASSWORD, organizationName: 'New' };
  expect((await send(credentials)).body).toMatchObject({ error: 'mfa_required' });
  expect((await send({ ...credentials, mfaCode: '000000' })).status).toBe(401);
  expect(await membershipsOf(email)).toEqual([]);
  const { status, body: signedIn } = await send({ ...credentials, mfaCode: codeOf(secret, 1) });
  expect([status, signedIn.organization?.name]).toEqual([200, 'New']);
});

it('does the same for a passkey, whose answer works once', async () => {
  const email = mailOf('gil', 'alone');
  const person = await signUp(service, email);
  const authenticator = createAuthenticator(service.baseUrl);
  const options = await person.browser.call<never>('/me/passkeys/options', { method: 'POST' });
  const response = authenticator.create(options.body);
  const { body: created } = await person.browser.call<{ recoveryCodes: string[] }>('/me/passkeys', {
    body: { name: 'Phone', response },
  });
  const [mfaCode] = created.recoveryCodes;
  const ending = { password: NEW_PASSWORD, confirmName: `Org of ${email}`, mfaCode };
  expect((await person.browser.call('/organization', { method: 'DELETE', body: ending })).status).toBe(204);
  const answer = async () => {
    const { body } = await openBrowser(service.baseUrl).call<never>('/auth/passkey/options', { method: 'POST' });
    return authenticator.get(body);
  };
  const signIn = (body: object) => openBrowser(service.baseUrl).call<SignedIn>('/auth/passkey', { body });
  const used = await answer();
  expect((await signIn({ response: used })).body).toMatchObject({ error: 'no_organization' });
  expect((await signIn({ response: used, organizationName: 'New' })).status).toBe(401);
  const { status, body } = await signIn({ response: await answer(), organizationName: 'New' });
  expect([status, body.organization?.name]).toEqual([200, 'New']);
});
