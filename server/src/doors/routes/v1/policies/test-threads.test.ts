// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: a policy test or apply of some size runs in a worker thread and never on the event loop. It has a bounded
 * time, after which the answer says what to make smaller. The agents that the event loop puts into sets are counted.
 */
import type { PolicyApplyResponse, PolicyTestResponse } from '@svc/contract';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { ACME, call, GLOBEX_KEY, openOrganization, type TestService } from '#harness/service';
import { dearPolicies, storePolicies } from '#harness/service/large-policies.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());
afterEach(() => vi.restoreAllMocks());

const input = { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders', recordsAffected: 1 };
/** One case for each situation that cases of one moment reach. */
const CASES = ['READ_DATA', 'WRITE_DATA', 'EXPORT_DATA', 'SEND_EMAIL', 'DELETE_DATA'].flatMap((action) =>
  ['customers', 'price-list', 'orders'].flatMap((resource) =>
    ['INTERNAL', 'EXTERNAL_EMAIL', 'EXTERNAL_API'].flatMap((destination) =>
      [true, false].map((containsSensitiveData) => ({
        name: `${action} ${resource} ${destination}`,
        input: { ...input, action, resource, destination, containsSensitiveData },
      })),
    ),
  ),
);

const test = (body: object) => call<PolicyTestResponse>(service.baseUrl, '/v1/policies/test', { body });
const apply = (body: object) => call<PolicyApplyResponse>(service.baseUrl, '/v1/policies/apply', { body });

/** Agents of the dear policies that this thread puts into sets, which it does when it compiles or checks them. */
function countAgentsHere(): () => number {
  const added = vi.spyOn(Set.prototype, 'add');
  return () => added.mock.calls.filter(([item]) => typeof item === 'string' && /^a\d+$/.test(item)).length;
}

it('compiles proposed policies in a thread, and answers as for the stored ones', async () => {
  const policies = dearPolicies(60);
  const agentsHere = countAgentsHere();
  const { status, body } = await test({ policies, cases: CASES });
  expect(status).toBe(200);
  expect(agentsHere()).toBe(0);
  expect(body.results.map(({ decision }) => decision === 'BLOCK')).toEqual(
    CASES.map((one) => one.input.action === 'DELETE_DATA'),
  );
});

it('checks and compares policies in a thread, and stores them', async () => {
  const policies = dearPolicies(60);
  const agentsHere = countAgentsHere();
  const dryRun = await apply({ policies, dryRun: true });
  expect(dryRun.body.changes).toHaveLength(60);
  expect(agentsHere()).toBe(0);
  expect((await apply({ policies })).body.changes[0]).toEqual({ name: 'dear 0000', op: 'create' });
  expect((await apply({ policies })).body.changes[0]).toEqual({ name: 'dear 0000', op: 'unchanged' });
  expect((await test({ cases: CASES.slice(-1) })).body.results[0]?.matchedPolicy).toBe('dear 0000');
});

it('names every fault of what a thread refused, as for small requests', async () => {
  const policies = [...dearPolicies(60), ...dearPolicies(1)];
  const answers = [
    await apply({ policies }),
    await test({ policies, cases: [] }),
    await test({ policies: dearPolicies(60), cases: [{ name: 'x', input: { ...input, agent: 'nobody' } }] }),
  ];
  expect(answers.map(({ status, body }) => [status, Object.keys((body as { fields?: object }).fields ?? {})])).toEqual([
    [400, ['policies[60].name']],
    [400, ['policies[60].name']],
    [400, ['cases[0].input.agent']],
  ]);
});

it('refuses more tests of one organization than may wait, and none of another', async () => {
  const body = { policies: dearPolicies(80), cases: CASES };
  const many = Array.from({ length: 24 }, () => test(body));
  const globex = { cases: [{ name: 'x', input: { ...input, resource: 'customers' } }], policies: dearPolicies(60) };
  const other = await call(service.baseUrl, '/v1/policies/test', { key: GLOBEX_KEY, body: globex });
  expect(other.status).toBe(200);
  const answers = await Promise.all(many);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect(answer.status).toBe(429);
    expect(answer.body).toMatchObject({ error: 'rate_limited', message: expect.stringContaining('wait already') });
  }
});

it('ends a test that takes too long with what to make smaller', async () => {
  // Thousands of policies are read for each of the cases, which takes many times the bound.
  await storePolicies(service.database, ACME, dearPolicies(3_900));
  expect(await test({ cases: CASES })).toMatchObject({
    status: 400,
    body: { error: 'validation_error', fields: { cases: expect.stringContaining('fewer cases') } },
  });
});
