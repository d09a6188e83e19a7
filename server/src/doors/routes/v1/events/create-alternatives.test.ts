// SPDX-License-Identifier: Apache-2.0
/** `alternatives` of a decision: only where the organization tells them, bounds only, and as the engine decides. */
import type { Decision } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const POLICIES = `
      - { name: Block large exports, action: EXPORT, decision: BLOCK, condition: { minRecords: 100 } }
      - { name: Ask for personal reads, action: READ, decision: REVIEW, condition: { dlpTypes: [CPF] } }
`;

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: POLICIES }) });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(() => service.stop());

const SUBJECT = { agent: 'billing-bot', resource: 'orders' };
const EXPORT = { ...SUBJECT, action: 'EXPORT_DATA', destination: 'INTERNAL', recordsAffected: 5_000 };
const decide = async (body: object, headers: Record<string, string> = {}) =>
  (await call<Decision>(service.baseUrl, '/v1/events', { body, headers })).body;
const tell = async (alternatives: boolean) => {
  const { status } = await owner.call('/organization', { method: 'PATCH', body: { alternatives } });
  expect(status).toBe(200);
};

it('tells nothing where the organization does not say so', async () => {
  expect(await decide(EXPORT)).not.toHaveProperty('alternatives');
});

it('tells bounds of a refused action, also when it is read or replayed, and none of an allowed one', async () => {
  await tell(true);
  const key = { 'idempotency-key': 'one export' };
  const decision = await decide(EXPORT, key);
  expect(decision).toMatchObject({ decision: 'BLOCK', alternatives: [{ recordsAffected: { from: 0, to: 99 } }] });
  expect(await decide(EXPORT, key)).toEqual(decision);
  const { body } = await call<Decision>(service.baseUrl, `/v1/events/${decision.id}`);
  expect(body.alternatives).toEqual(decision.alternatives);
  const smaller = await decide({ ...EXPORT, recordsAffected: 99 });
  expect([smaller.decision, 'alternatives' in smaller]).toEqual(['ALLOW', false]);
});

it('tells categories, no types, and no name of anything', async () => {
  const decision = await decide({ ...SUBJECT, action: 'READ_DATA', content: 'CPF 529.982.247-25, RG 12.345.678-9' });
  expect(decision.alternatives?.[0]).toEqual({ withoutCategories: ['IDENTIFICATION'] });
  const text = JSON.stringify(decision.alternatives);
  for (const name of ['billing-bot', 'orders', 'Block', 'Ask', 'CPF', '529']) expect(text).not.toContain(name);
});

it('ends with the setting', async () => {
  await tell(false);
  expect(await decide(EXPORT)).not.toHaveProperty('alternatives');
});

it.each([['yes'], [1], [null]])('refuses the setting %j', async (alternatives) => {
  expect((await owner.call('/organization', { method: 'PATCH', body: { alternatives } })).status).toBe(400);
});
