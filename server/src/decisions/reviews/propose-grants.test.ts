// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a proposal tells how many reviews it would have answered, and none that a person must look at. */
import type { Decision, GrantProposals } from '@svc/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { call, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const ACT = { agent: 'billing-bot', resource: 'orders', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };
const POLICY = { name: 'Exports', action: 'EXPORT', decision: 'REVIEW' };

let service: TestService;
let owner: Browser;
beforeEach(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: ' []' }) });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  await apply({});
});
afterEach(() => service.stop());

const apply = async (over: object) =>
  expect(
    (await call(service.baseUrl, '/v1/policies/apply', { body: { policies: [{ ...POLICY, ...over }] } })).status,
  ).toBe(200);
const ask = async (over: object = {}) =>
  (await call<Decision>(service.baseUrl, '/v1/events', { body: { ...ACT, recordsAffected: 3, ...over } })).body;
const answer = async (word: 'approve' | 'deny', id: string) =>
  expect((await owner.call(`/reviews/${id}/${word}`, { body: {} })).status).toBe(200);
const proposals = async () => (await owner.call<GrantProposals>('/grants/proposals')).body;

it('counts the reviews of each kind, and names the last act that may make the grant', async () => {
  for (const recordsAffected of [1, 2, 3]) await answer('approve', (await ask({ recordsAffected })).id);
  const wide = await ask({ recordsAffected: 9 });
  await ask({ agent: 'support-bot' });
  const { reviews, answered, items } = await proposals();
  expect({ reviews, answered }).toEqual({ reviews: 5, answered: 4 });
  expect(items).toMatchObject([
    {
      agent: { name: 'billing-bot' },
      resource: { name: 'orders' },
      policy: { name: 'Exports' },
      recordsAffectedMax: 9,
      answers: 4,
      eventId: wide.id,
      isAllowed: false,
    },
  ]);
  await apply({ approvals: { grants: true } });
  await ask({ recordsAffected: 9 });
  expect((await proposals()).items[0]).toMatchObject({ answers: 5, isAllowed: true });
});

it('leaves out what a person denied, what a guardrail keeps, and findings of health', async () => {
  await answer('approve', (await ask()).id);
  await ask();
  expect((await proposals()).items).toHaveLength(1);
  const claim = { name: 'Exports wait', when: { action: 'EXPORT', destination: 'EXTERNAL' }, atLeast: 'REVIEW' };
  const made = await owner.call<{ id: string }>('/guardrails', { body: { claim, enforcing: false } });
  expect(made.status).toBe(201);
  expect((await proposals()).items).toEqual([]);
  expect((await owner.call(`/guardrails/${made.body.id}`, { method: 'DELETE' })).status).toBe(204);
  await answer('deny', (await ask()).id);
  expect((await proposals()).items).toEqual([]);
  const content = 'Paciente com diagnóstico de diabetes tipo 2, CID E11.';
  for (let times = 0; times < 2; times += 1) await ask({ resource: 'customers', content });
  expect((await proposals()).items).toEqual([]);
});
