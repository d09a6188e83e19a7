// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: a claim holds whether each budget is full or not. A refuted one has an event that the decision path decides
 * so, and no budget breaks a claim of a least decision.
 */
import type { PolicyClaim, PolicyProveResponse, PolicyTestResponse } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, LIVE_KEY, openOrganization, type TestService } from '#harness/service';

const BUDGET = { measure: 'COUNT', limit: 3, window: 'DAY', per: 'AGENT', action: 'EXPORT', onExceed: 'REVIEW' };
const POLICIES = [
  { name: 'Allow reads', action: 'READ', decision: 'ALLOW' },
  { name: 'Allow exports', action: 'EXPORT', decision: 'ALLOW', condition: { maxRecords: 10 } },
  { name: 'Block exports', action: 'EXPORT', decision: 'BLOCK', condition: { minRecords: 100 } },
];

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
  await apply('policies', { policies: POLICIES, prune: true });
});
afterAll(() => service.stop());

const apply = async (what: 'policies' | 'budgets', body: object) => {
  expect((await call(service.baseUrl, `/v1/${what}/apply`, { body, key: LIVE_KEY })).status).toBe(200);
};
const prove = async (claim: Omit<PolicyClaim, 'name'>) => {
  const body = { claims: [{ name: 'c', ...claim }] };
  const answer = await call<PolicyProveResponse>(service.baseUrl, '/v1/policies/prove', { body, key: LIVE_KEY });
  expect(answer.body.complete).toBe(true);
  return answer.body.results[0] ?? expect.fail();
};
const replayed = async (testCase: unknown) => {
  const body = { cases: [testCase] };
  return (await call<PolicyTestResponse>(service.baseUrl, '/v1/policies/test', { body, key: LIVE_KEY })).body
    .results[0];
};

const EXPORTS = { action: 'EXPORT', maxRecords: 5, containsSensitiveData: false } as const;

it('refutes a claim that a full budget breaks, with an event and a test that states the use', async () => {
  await apply('budgets', { budgets: [], prune: true });
  const claim = { never: ['REVIEW'], when: EXPORTS, agents: 'registered' } as const;
  expect(await prove({ ...claim, never: ['REVIEW'] })).toMatchObject({ proved: true });
  await apply('budgets', { budgets: [{ ...BUDGET, name: 'Exports' }] });
  const { proved, counterexample } = await prove({ ...claim, never: ['REVIEW'] });
  expect([proved, counterexample]).toMatchObject([false, { decision: 'REVIEW', budget: { name: 'Exports' } }]);
  expect(counterexample?.testCase).toMatchObject({ given: { budgets: {} }, expect: { decision: 'REVIEW' } });
  expect(await replayed(counterexample?.testCase)).toMatchObject({ decision: 'REVIEW', pass: true });
  await apply('budgets', { budgets: [{ ...BUDGET, name: 'Exports', onExceed: 'BLOCK' }] });
  expect(await prove({ ...claim, never: ['REVIEW'] })).toMatchObject({ proved: true });
});

it.each([
  ['watches alone', { mode: 'MONITOR' }],
  ['is off', { enabled: false }],
  ['is of other acts', { action: 'DELETE' }],
  ['is of more records', { condition: { minRecords: 50 } }],
])('keeps the claim where the budget %s', async (_, over) => {
  await apply('budgets', { budgets: [{ ...BUDGET, name: 'Exports', ...over }], prune: true });
  const claim = { never: ['REVIEW'], when: EXPORTS, agents: 'registered' } satisfies Omit<PolicyClaim, 'name'>;
  expect(await prove(claim)).toMatchObject({ proved: true });
  const evaluated = await prove({ ...claim, of: 'evaluatedDecision' });
  expect(evaluated.proved).toBe(!('mode' in over));
  if (!evaluated.proved)
    expect(evaluated.counterexample).toMatchObject({ decision: 'ALLOW', evaluatedDecision: 'REVIEW' });
});

it('breaks no claim of a least decision', async () => {
  await apply('budgets', { budgets: [{ ...BUDGET, name: 'Exports', action: 'ANY' }], prune: true });
  const most = { action: 'EXPORT', minRecords: 100 } as const;
  expect(await prove({ atLeast: 'BLOCK', when: most })).toMatchObject({ proved: true });
});
