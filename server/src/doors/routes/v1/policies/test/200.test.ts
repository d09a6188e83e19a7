// SPDX-License-Identifier: Apache-2.0
/** POST /v1/policies/test runs cases through the decision path, and records nothing. */
import type { PolicyTestResponse } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, BOUND_TEST_KEY, call, openOrganization, TEST_KEY, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());

const test = (body: object, key?: string) =>
  call<PolicyTestResponse>(service.baseUrl, '/v1/policies/test', { body, ...(key && { key }) });

const DELETION = { agent: 'billing-bot', action: 'DELETE_DATA', resource: 'customers' };

it('tells pass, fail and no expectation apart', async () => {
  const { body } = await test({
    cases: [
      { name: 'blocked', input: DELETION, expect: { decision: 'BLOCK', policy: 'Block deleting customers' } },
      { name: 'another policy', input: DELETION, expect: { decision: 'BLOCK', policy: 'x' } },
      { name: 'another decision', input: DELETION, expect: { decision: 'ALLOW' } },
      { name: 'nothing expected', input: DELETION },
    ],
  });
  expect(body.results.map(({ name, pass }) => [name, pass])).toEqual([
    ['blocked', true],
    ['another policy', false],
    ['another decision', false],
    ['nothing expected', null],
  ]);
  expect(body.results[0]).toMatchObject({ decision: 'BLOCK', matchedPolicy: 'Block deleting customers' });
});

it('answers what a real decision about the same facts answers', async () => {
  const input = { agent: 'billing-bot', action: 'EXPORT_DATA', resource: 'customers', destination: 'EXTERNAL_API' };
  const facts = { recordsAffected: 500 };
  const { body } = await test({ cases: [{ name: 'x', input: { ...input, ...facts } }] });
  const decided = await call(service.baseUrl, '/v1/events', { key: TEST_KEY, body: { ...input, ...facts } });
  const { decision, riskScore, riskLevel, reasons, policy } = decided.body;
  expect(body.results).toEqual([
    { name: 'x', decision, matchedPolicy: policy?.name, riskScore, riskLevel, reasons, pass: null },
  ]);
});

it('evaluates the policies of the body instead of the stored ones', async () => {
  const policies = [{ name: 'proposed', action: 'DELETE', decision: 'REVIEW' }];
  const { body } = await test({ policies, cases: [{ name: 'x', input: DELETION }] });
  expect(body.results[0]).toMatchObject({ decision: 'REVIEW', matchedPolicy: 'proposed' });
  const none = await test({ policies: [], cases: [{ name: 'x', input: DELETION }] });
  expect(none.body.results[0]?.matchedPolicy).toBeNull();
});

it('does not evaluate what is disabled', async () => {
  const policies = [{ name: 'off', action: 'DELETE', decision: 'BLOCK', enabled: false }];
  const { body } = await test({ policies, cases: [{ name: 'x', input: DELETION }] });
  expect(body.results[0]?.matchedPolicy).toBeNull();
});

it('takes containsSensitiveData in place of the scan, and 10 points for it', async () => {
  const policies = [
    { name: 'sensitive', action: 'READ', decision: 'REVIEW', condition: { containsSensitiveData: true } },
  ];
  const input = { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' };
  const { body } = await test({
    policies,
    cases: [
      { name: 'with', input: { ...input, containsSensitiveData: true } },
      { name: 'without', input: { ...input, metadata: { any: ['thing'] } } },
    ],
  });
  const [withData, without] = body.results;
  expect([withData?.decision, without?.decision]).toEqual(['REVIEW', 'ALLOW']);
  expect((withData?.riskScore ?? 0) - (without?.riskScore ?? 0)).toBe(10);
});

it('takes any key, 0 and 200 cases', async () => {
  expect((await test({ cases: [] }, BOUND_TEST_KEY)).body.results).toEqual([]);
  const cases = Array.from({ length: 200 }, (_, index) => ({ name: `${index}`, input: DELETION }));
  expect((await test({ cases }, TEST_KEY)).body.results).toHaveLength(200);
});

it('records nothing', async () => {
  const count = async () => [
    (await readAuditEntries(service.database, ACME)).length,
    await readRows(service.database, 'SELECT count(*) FROM svc.events'),
  ];
  const before = await count();
  await test({ cases: [{ name: 'x', input: DELETION }] });
  expect(await count()).toEqual(before);
});
