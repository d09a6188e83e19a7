// SPDX-License-Identifier: Apache-2.0
/** GET /organization/first-steps: each step as it is taken, and nothing of another organization. */
import type { FirstSteps } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signUp } from '#harness/people';
import { call, mailOf, openOrganization, TEST_KEY, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let member: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  member = await signIn(service.baseUrl, PEOPLE.member);
});
afterAll(() => service.stop());

const stepsOf = async (browser: Browser) => (await browser.call<FirstSteps>('/organization/first-steps')).body;

it('has nothing in an organization that was made a moment ago, beside other ones', async () => {
  const { browser } = await signUp(service, mailOf('fresh'));
  const nothing = { agent: null, resource: null, apiKey: null, decision: null, policy: null, person: null, people: 1 };
  expect(await stepsOf(browser)).toEqual(nothing);
});

it('names the earliest of each, a TEST key before a LIVE one, and the first decision', async () => {
  expect(await stepsOf(member)).toMatchObject({
    agent: expect.any(String),
    resource: { name: expect.any(String), classification: expect.any(String) },
    apiKey: { kind: 'TEST', prefix: TEST_KEY.slice(0, 16) },
    decision: null,
    people: 3,
  });
  const body = { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' };
  const first = await call(service.baseUrl, '/v1/events', { key: TEST_KEY, body });
  await call(service.baseUrl, '/v1/events', { key: TEST_KEY, body });
  expect((await stepsOf(member)).decision).toEqual({
    id: first.body.id,
    sandbox: true,
    decision: first.body.decision,
    evaluatedDecision: first.body.evaluatedDecision,
    riskScore: first.body.riskScore,
  });
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  await owner.call('/invitations', { body: { email: mailOf('rui'), role: 'MEMBER' } });
  expect((await stepsOf(member)).people).toBe(4);
});

it('counts a policy that a person or a key wrote, and says which, and no one that came with a file', async () => {
  expect((await stepsOf(member)).policy).toBeNull();
  const policies = [{ name: 'By key', action: 'READ', decision: 'REVIEW' }];
  await call(service.baseUrl, '/v1/policies/apply', { body: { policies } });
  expect((await stepsOf(member)).policy).toMatchObject({ name: 'By key', by: 'KEY', author: expect.any(String) });
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  await owner.call('/policies', { body: { name: 'A person’s', action: 'READ', decision: 'ALLOW' } });
  // The first one counts.
  expect((await stepsOf(member)).policy?.name).toBe('By key');
});

it('names who is beside the caller: one who joined, or else one who is invited', async () => {
  const { browser } = await signUp(service, mailOf('alone'));
  await readRows(
    service.database,
    `UPDATE svc.accounts SET email_verified_at = now() WHERE email = '${mailOf('alone')}'`,
  );
  await browser.call('/invitations', { body: { email: mailOf('mia', 'new'), role: 'MEMBER' } });
  expect(await stepsOf(browser)).toMatchObject({ person: { name: mailOf('mia', 'new'), waits: true }, people: 2 });
  expect((await stepsOf(member)).person).toMatchObject({ waits: false });
});

it('offers no key that is revoked or over', async () => {
  await readRows(service.database, `UPDATE svc.api_keys SET revoked_at = now() WHERE kind = 'TEST'`);
  expect((await stepsOf(member)).apiKey?.kind).toBe('LIVE');
  await readRows(service.database, `UPDATE svc.api_keys SET expires_at = created_at`);
  expect((await stepsOf(member)).apiKey).toBeNull();
});
