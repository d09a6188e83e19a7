// SPDX-License-Identifier: Apache-2.0
/** Guarantee: an approved act is counted once, and more records than were said are counted when they are known. */
import type { BudgetSpec, Decision, ErrorBody } from '@svc/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { decidedAgain } from '#harness/lively';
import { ACME, call, openOrganization, type TestService } from '#harness/service';
import { organizationIdOf, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const ACT = { agent: 'billing-bot', resource: 'customers', action: 'READ_DATA', recordsAffected: 5 };
const BUDGET = { measure: 'COUNT', limit: 1, window: 'MONTH', per: 'ORGANIZATION', action: 'READ', onExceed: 'REVIEW' };

let service: TestService;
let owner: Browser;
beforeEach(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: ' []' }) });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterEach(async () => {
  // Everything that was counted follows from entries alone.
  const organizationId = await organizationIdOf(service.database, ACME);
  expect(await decidedAgain(service, organizationId)).toMatchObject({ verdict: 'ALIKE', differing: 0 });
  await service.stop();
});

/** Sets budgets by their names; others stay. */
const setBudget = async (name: string, over: Partial<BudgetSpec> = {}) =>
  expect(
    (await call(service.baseUrl, '/v1/budgets/apply', { body: { budgets: [{ name, ...BUDGET, ...over }] } })).status,
  ).toBe(200);
const ask = async (over: object = {}) =>
  (await call<Decision>(service.baseUrl, '/v1/events', { body: { ...ACT, ...over } })).body;
const approve = (id: string) => owner.call<Decision & ErrorBody>(`/reviews/${id}/approve`, { body: {} });
const report = (id: string, recordsAffected: number, status = 'SUCCEEDED') =>
  call<Decision>(service.baseUrl, `/v1/events/${id}/outcome`, { body: { status, recordsAffected } });
const used = async () =>
  Object.fromEntries(
    (
      await readRows(
        service.database,
        'SELECT b.name, c.used::int FROM svc.counters c JOIN svc.budgets b ON b.id = c.of',
      )
    ).map((row) => [row.name, row.used]),
  );

it('counts an approval beyond the limit, and the next decision sees it', async () => {
  await setBudget('Reads');
  await setBudget('Wide', { limit: 3 });
  expect((await ask()).decision).toBe('ALLOW');
  const { id, decision } = await ask();
  expect(decision).toBe('REVIEW');
  expect(await used()).toEqual({ Reads: 1, Wide: 1 });
  expect((await approve(id)).body.finalDecision).toBe('ALLOW');
  expect(await used()).toEqual({ Reads: 2, Wide: 2 });
  await setBudget('Reads', { limit: 9 });
  expect((await ask()).decision).toBe('ALLOW');
  expect((await ask()).budget?.name).toBe('Wide');
  expect(await used()).toEqual({ Reads: 3, Wide: 3 });
});

it('refuses an approval for which a budget that blocks has no room, and counts nothing', async () => {
  await setBudget('Reads', { per: 'RESOURCE' });
  await setBudget('Blocks', { onExceed: 'BLOCK', limit: 2 });
  await ask();
  const { id, budget } = await ask();
  expect(budget?.name).toBe('Reads');
  await setBudget('Reads', { limit: 9, per: 'RESOURCE' });
  await ask();
  const before = await used();
  const { status, body } = await approve(id);
  expect([status, body.error]).toEqual([409, 'refused_now']);
  expect(body.message).toBe('The budget "Blocks" has no room for it: raise it for this window, or deny.');
  expect(await used()).toEqual(before);
  expect((await owner.call<Decision>(`/reviews/${id}/deny`, { body: {} })).status).toBe(200);
});

it('counts no approval of a decision from before the budget', async () => {
  await setBudget('Reads');
  await ask();
  const { id } = await ask();
  await setBudget('Later', { limit: 2 });
  expect((await approve(id)).status).toBe(200);
  expect(await used()).toEqual({ Reads: 2 });
});

it('raises counts of records by what an act affected beyond its word, once', async () => {
  await setBudget('Records', { measure: 'RECORDS', limit: 100 });
  const { id } = await ask();
  expect(await used()).toEqual({ Records: 5 });
  expect((await report(id, 30, 'UNKNOWN')).status).toBe(200);
  expect(await used()).toEqual({ Records: 30 });
  expect((await report(id, 30, 'UNKNOWN')).status).toBe(200);
  expect((await report(id, 90)).status).toBe(200);
  expect(await used()).toEqual({ Records: 90 });
  const fewer = await ask({ recordsAffected: 9 });
  await report(fewer.id, 2);
  expect(await used()).toEqual({ Records: 99 });
  const asked = await ask({ recordsAffected: 2 });
  expect(asked.budget?.name).toBe('Records');
  await approve(asked.id);
  await report(asked.id, 12);
  expect(await used()).toEqual({ Records: 111 });
});
