// SPDX-License-Identifier: Apache-2.0
/** Guarantee: where it is free, an owner takes another plan, and every process decides under it at once. */
import type { AuditItem, Billing, Organization, Usage } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, openOrganization, otherProcess, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
beforeAll(async () => {
  const provisioning = () => acmeWithPeople({ settings: ['reviewExpiryMinutes: 20160'] });
  service = await otherProcess(await openOrganization({ provisioning }));
});
afterAll(() => service.stop());

it('changes limits and retention, and keeps what exists', async () => {
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  const { body: before } = await owner.call<Usage>('/usage');
  expect((await owner.call<Billing>('/billing')).body).toMatchObject({
    change: 'free',
    plan: 'BUSINESS',
    subscription: null,
  });
  const { status, body } = await owner.call<Billing>('/organization/plan', { body: { plan: 'DEVELOPER' } });
  expect([status, body.plan]).toEqual([200, 'DEVELOPER']);
  expect((await owner.call<Usage>('/usage')).body).toMatchObject({
    plan: 'DEVELOPER',
    eventsPerMonth: 10_000,
    agents: before.agents,
    agentsMax: 2,
    policies: before.policies,
    policiesMax: 5_000,
    retentionDays: 7,
  });
  // A review may not outlive its event: 14 days are more than the new retention.
  const organization = (await owner.call<Organization>('/organization')).body;
  expect(organization).toMatchObject({ name: ACME, reviewExpiryMinutes: 7 * 1_440 });
  const [entry] = (await owner.call<{ items: AuditItem[] }>('/audit?kind=organization.updated')).body.items;
  expect(entry?.metadata).toMatchObject({ before: { plan: 'BUSINESS' }, after: { plan: 'DEVELOPER' }, source: 'app' });
  const refused = await owner.call('/agents', { body: { name: 'one-more', permissions: null } });
  expect([refused.status, refused.body.error]).toEqual([403, 'plan_limit']);
  expect(refused.body.message).toBe(`The plan DEVELOPER allows 2 agents, and the organization has ${before.agents}.`);
});

it('shows the plans with the prices of the specification', async () => {
  const member = await signIn(service.baseUrl, PEOPLE.member);
  const { body } = await member.call<Billing>('/billing');
  expect(body.plans.map(({ name, priceUsd }) => [name, priceUsd])).toEqual([
    ['DEVELOPER', 0],
    ['TEAM', 99],
    ['BUSINESS', 499],
    ['ENTERPRISE', null],
  ]);
});

it('says in the public configuration that plans change', async () => {
  const answer = await fetch(`${service.baseUrl}/public/config`);
  expect(await answer.json()).toMatchObject({ planChangeEnabled: true, billingEnabled: false });
});
