// SPDX-License-Identifier: Apache-2.0
/** The answers of one route, by their status. */
import type { AuditItem, Billing, Organization, Usage } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACME, openOrganization, otherProcess, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';

/** Guarantee: where it is free, an owner takes another plan, and every process decides under it at once. */
describe('200', () => {
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
    expect(entry?.metadata).toMatchObject({
      before: { plan: 'BUSINESS' },
      after: { plan: 'DEVELOPER' },
      source: 'app',
    });
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
});

/** Guarantee: a plan changes only for an owner, only where it is free, and a contract never. */
describe('refusals', () => {
  let service: TestService;
  let free: TestService;
  beforeAll(async () => {
    service = await openOrganization({ provisioning: acmeWithPeople });
    free = await otherProcess(service);
  });
  afterAll(async () => {
    await free.stop();
    await service.stop();
  });

  it.each([
    ['ENTERPRISE, which is a contract', { plan: 'ENTERPRISE' }],
    ['a plan that does not exist', { plan: 'GOLD' }],
    ['a price beside it', { plan: 'TEAM', priceUsd: 1 }],
    ['nothing', {}],
  ])('400 for %s', async (_name, body) => {
    const owner = await signIn(free.baseUrl, PEOPLE.owner);
    expect((await owner.call('/organization/plan', { body })).status).toBe(400);
  });

  it('403 for an admin, and for an owner where plans are not free', async () => {
    const admin = await signIn(free.baseUrl, PEOPLE.admin);
    expect((await admin.call('/organization/plan', { body: { plan: 'TEAM' } })).status).toBe(403);
    const owner = await signIn(service.baseUrl, PEOPLE.owner);
    expect((await owner.call('/organization/plan', { body: { plan: 'TEAM' } })).status).toBe(403);
  });

  it('409 while the plan is a contract', async () => {
    await service.provision(acmeWithPeople({ plan: 'ENTERPRISE' }));
    const owner = await signIn(free.baseUrl, PEOPLE.owner);
    expect((await owner.call('/organization/plan', { body: { plan: 'TEAM' } })).status).toBe(409);
  });
});
