// SPDX-License-Identifier: Apache-2.0
/** POST /policies/test: the decision path on cases, against the stored set, one change of it, or a proposed set. */
import type { AppErrorBody, AppPolicyTestResponse } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, IDS, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let member: Browser;
beforeAll(async () => {
  const policies = `
      - { name: Many reads, action: READ, decision: BLOCK, condition: { minRecords: 100 } }
      - { name: Orders, action: READ, decision: REVIEW, resource: INTERNAL, mode: MONITOR, approverRoles: [MEMBER] }`;
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies }) });
  member = await signIn(service.baseUrl, PEOPLE.member);
});
afterAll(() => service.stop());

const CASE = {
  name: 'few',
  input: { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders', recordsAffected: 5 },
};
const test = (body: object) =>
  member.call<AppPolicyTestResponse & AppErrorBody>('/policies/test', { body: { cases: [CASE], ...body } });
const idOf = async (name: string) =>
  (
    await readRows<{ id: string }>(
      service.database,
      'SELECT policy_id AS id FROM svc.policy_revisions WHERE name = $1',
      [name],
    )
  )[0]?.id;

it('explains a result: permission, risk, and each policy with the condition that failed', async () => {
  const { status, body } = await test({ trace: true });
  expect(status).toBe(200);
  const [result] = body.results;
  expect(result).toMatchObject({ name: 'few', decision: 'ALLOW', matchedPolicy: 'Orders', pass: null });
  expect(result?.trace).toMatchObject({
    evaluatedDecision: 'REVIEW',
    monitored: true,
    permission: null,
    riskReviewAt: 60,
    policiesTotal: 2,
  });
  expect(result?.trace?.riskFactors[0]).toMatchObject({ code: 'ACTION', points: 5 });
  expect(result?.trace?.policies.map(({ name, matched, decided }) => [name, matched, decided])).toEqual([
    ['Orders', true, true],
    ['Many reads', false, false],
  ]);
  expect(result?.trace?.policies[0]?.policy).toMatchObject({ name: 'Orders', approverRoles: ['MEMBER'] });
  expect(result?.trace?.policies[1]?.fields).toContainEqual({
    path: 'condition.minRecords',
    expected: 100,
    actual: 5,
    matched: false,
  });
});

it('says what an agent may not do at all', async () => {
  const input = { ...CASE.input, agent: 'paused-bot' };
  const { body } = await test({ trace: true, cases: [{ name: 'paused', input }] });
  expect(body.results[0]?.trace).toMatchObject({ permission: 'The agent "paused-bot" is paused.' });
});

it('puts one changed, new or missing policy into the stored set', async () => {
  const id = await idOf('Many reads');
  const policy = { name: 'Many reads', action: 'READ', decision: 'BLOCK', condition: { minRecords: 5 } };
  expect((await test({ change: { id, policy } })).body.results[0]).toMatchObject({ decision: 'BLOCK', trace: null });
  const added = { name: 'A new one', action: 'ANY', decision: 'BLOCK' };
  expect((await test({ change: { policy: added } })).body.results[0]).toMatchObject({ matchedPolicy: 'A new one' });
  const orders = await idOf('Orders');
  expect((await test({ change: { id: orders, policy: null } })).body.results[0]).toMatchObject({ matchedPolicy: null });
  expect((await test({ policies: [added] })).body.results[0]).toMatchObject({ matchedPolicy: 'A new one' });
});

it('refuses an unknown agent, a change of no policy and of another organization, and two proposals', async () => {
  const unknown = await test({ cases: [{ ...CASE, input: { ...CASE.input, agent: 'nobody' } }] });
  expect([unknown.status, Object.keys(unknown.body.fields ?? {})]).toEqual([400, ['cases[0].input.agent']]);
  const policy = { name: 'p', action: 'ANY', decision: 'BLOCK' };
  expect((await test({ change: { id: IDS.customers, policy } })).status).toBe(404);
  const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
  const foreign = await stranger.call('/policies/test', {
    body: { cases: [], change: { id: await idOf('Orders'), policy } },
  });
  expect(foreign.status).toBe(404);
  expect((await test({ change: { policy }, policies: [] })).status).toBe(400);
  expect((await test({ change: { policy: null } })).status).toBe(400);
  expect((await test({ trace: true, cases: new Array(21).fill(CASE) })).status).toBe(400);
});

it('records nothing', async () => {
  const entries = await readAuditEntries(service.database, ACME);
  await test({ trace: true });
  expect(await readAuditEntries(service.database, ACME)).toEqual(entries);
  expect(await readRows(service.database, 'SELECT id FROM svc.events')).toEqual([]);
});
