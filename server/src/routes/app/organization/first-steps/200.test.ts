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
  const nothing = { agent: null, resource: null, apiKey: null, decision: null, policy: null, people: 1 };
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

it('offers no key that is revoked or over', async () => {
  await readRows(service.database, `UPDATE svc.api_keys SET revoked_at = now() WHERE kind = 'TEST'`);
  expect((await stepsOf(member)).apiKey?.kind).toBe('LIVE');
  await readRows(service.database, `UPDATE svc.api_keys SET expires_at = created_at`);
  expect((await stepsOf(member)).apiKey).toBeNull();
});
