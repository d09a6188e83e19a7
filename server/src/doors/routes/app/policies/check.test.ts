// SPDX-License-Identifier: Apache-2.0
/** POST /policies/check: the faults and warnings of a policy as it is typed, and its test cases. */
import type { PolicyCheckResponse } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let member: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  member = await signIn(service.baseUrl, PEOPLE.member);
  // The start of a thread counts as its first job's time.
  await service.app.warm();
});
afterAll(() => service.stop());

const check = async (policy: unknown, tests: object[] = []) => {
  const { status, body } = await member.call<PolicyCheckResponse>('/policies/check', { body: { policy, tests } });
  expect([status, body]).toEqual([200, expect.objectContaining({ errors: expect.anything() })]);
  return body;
};
const READS = { name: 'Reads', action: 'READ', decision: 'BLOCK' };

it.each<[unknown, string[]]>([
  [READS, []],
  [7, ['body']],
  [{ ...READS, decision: 'MAYBE', nonsense: 1 }, ['nonsense', 'decision']],
  [{ ...READS, condition: { allOf: [{ minRecords: -1 }] } }, ['condition.allOf[0].minRecords']],
])('%j has faults at %j', async (policy, paths) => {
  expect((await check(policy)).errors.map(({ path }) => path).sort()).toEqual(paths.toSorted());
});

it.each<[object, string[]]>([
  [{ condition: { agentIds: [] } }, ['EMPTY_LIST']],
  [{ condition: { minRecords: 9, maxRecords: 1 } }, ['BOUNDS_EXCLUDE']],
  [{ condition: { allOf: [{ action: 'READ' }, { action: 'DELETE_DATA' }] } }, ['NEVER_MATCHES']],
  [{ condition: { destination: 'EXTERNAL' } }, ['EVADED_BY_DESTINATION']],
  [{ condition: { destinationContains: 'ftp' } }, ['NO_SUCH_DESTINATION']],
  [{ condition: { agentIds: ['nobody'] } }, ['NO_AGENT_MATCHES']],
  [{ name: 'ALLOW reading prices' }, ['NAME_ALIKE']],
])('%j looks unintended: %j', async (fields, codes) => {
  const { errors, warnings } = await check({ ...READS, ...fields });
  expect([errors, warnings.map(({ code }) => code)]).toEqual([[], codes]);
});

it('runs test cases in the set with the policy in it', async () => {
  const input = { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' };
  const { results } = await check(READS, [{ name: 'a read', input, expect: { decision: 'BLOCK', policy: 'Reads' } }]);
  expect(results).toEqual([expect.objectContaining({ matchedPolicy: 'Reads', pass: true })]);
});

it('counts what a test case states of what was found, of the moment and of an open anomaly', async () => {
  const facts = { dlpTypes: ['HEALTH_DATA'], at: '2026-07-05T12:00:00.000Z', openAnomaly: true };
  const read = { agent: 'billing-bot', action: 'READ_DATA', resource: 'customers', destination: 'INTERNAL' };
  // A Tuesday noon, which is within business hours.
  const without = [{ dlpTypes: [] }, { at: '2026-07-07T15:00:00.000Z' }, { openAnomaly: false }];
  const stated = [facts, ...without.map((other) => ({ ...facts, ...other }))];
  const cases = stated.map((fact, index) => ({ name: `case ${index}`, input: { ...read, ...fact } }));
  const { results } = await check({ ...READS, action: 'DELETE' }, cases);
  const [whole, ...others] = results.map(({ riskScore }) => riskScore);
  expect(results[0]).toMatchObject({ decision: 'REVIEW', matchedPolicy: null });
  for (const other of others) expect(other).toBeLessThan(whole ?? 0);
});

it('answers others while it checks thousands of pasted conditions', async () => {
  const anyOf = Array.from({ length: 9_000 }, (_, at) => ({ minRecords: at % 10 }));
  const answered: string[] = [];
  const checking = check({ ...READS, condition: { anyOf } }, []).finally(() => answered.push('check'));
  const health = fetch(`${service.baseUrl}/health`).finally(() => answered.push('health'));
  expect((await health).status).toBe(200);
  expect((await checking).errors).toEqual([]);
  expect(answered).toEqual(['health', 'check']);
});
