// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a plan changes only for an owner, only where it is free, and a contract never. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, otherProcess, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';

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
