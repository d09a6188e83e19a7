// SPDX-License-Identifier: Apache-2.0
/**
 * The fields `difference` and `refuse` of POST /v1/policies/apply. Each change names events that a policy test replays,
 * under the stored policies and under the proposed ones. A set that loosens anything is refused and changes nothing.
 */
import type { ErrorBody, PolicyApplyResponse, PolicyDifference, PolicyTestResponse } from '@svc/contract';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { ACME, call, LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';

let service: TestService;
beforeEach(async () => {
  service ??= await openOrganization();
  await apply({ policies: STORED, prune: true });
});
afterAll(() => service.stop());

const EXPORTS = { name: 'Review exports', action: 'EXPORT', decision: 'REVIEW', approverRoles: ['ADMIN'] };
const DELETES = { name: 'Block deletes', action: 'DELETE', decision: 'BLOCK' };
const STORED = [EXPORTS, DELETES];

async function apply(body: object): Promise<PolicyApplyResponse> {
  const answer = await call<PolicyApplyResponse>(service.baseUrl, '/v1/policies/apply', { body, key: LIVE_KEY });
  expect(answer.status).toBe(200);
  return answer.body;
}
const refused = async (body: object) => {
  const { status, body: told } = await call<ErrorBody>(service.baseUrl, '/v1/policies/apply', { body, key: LIVE_KEY });
  return { status, error: told.error, message: told.message };
};
async function differenceOf(policies: object[]): Promise<PolicyDifference> {
  const { difference } = await apply({ policies, prune: true, dryRun: true, difference: true });
  if (difference === undefined) throw new Error('no difference was answered');
  expect(difference.complete).toBe(true);
  return difference;
}
const decided = async (testCase: unknown, policies?: object[]) => {
  const body = { cases: [testCase], ...(policies && { policies }) };
  const { body: tested } = await call<PolicyTestResponse>(service.baseUrl, '/v1/policies/test', {
    body,
    key: LIVE_KEY,
  });
  return tested.results[0]?.decision;
};

it('names what becomes looser and what stricter, with events that both sets decide so', async () => {
  const few = { ...EXPORTS, condition: { minRecords: 100 } };
  const writes = { name: 'Block writes', action: 'WRITE', decision: 'BLOCK' };
  const proposed = [few, DELETES, writes];
  const { changes, looser, stricter, of } = await differenceOf(proposed);
  expect(of).toBe('decision');
  expect(looser).toBeGreaterThan(0);
  expect(stricter).toBeGreaterThan(0);
  expect(changes[0]).toMatchObject({ kind: 'looser', from: { decision: 'REVIEW', approverRoles: ['ADMIN'] } });
  expect(changes[0]?.areas[0]).toMatchObject({ when: expect.stringContaining('EXPORT_DATA') });
  for (const { from, to, areas } of changes) {
    const testCase = areas.find(({ witness }) => witness.testCase !== null)?.witness.testCase;
    if (testCase === undefined) continue;
    expect(await decided(testCase, proposed)).toBe(to.decision);
    expect(await decided(testCase)).toBe(from.decision);
  }
});

it('tells that approvers change, and that nothing does', async () => {
  const { changes } = await differenceOf([{ ...EXPORTS, approverRoles: ['OWNER'] }, DELETES]);
  expect(changes.map(({ kind }) => kind)).toEqual(['approvers']);
  expect(changes[0]?.to.approverRoles).toEqual(['OWNER']);
  await apply({ policies: [{ ...EXPORTS, escalate: false }, DELETES] });
  const passed = await differenceOf(STORED);
  expect(passed.changes).toMatchObject([{ kind: 'looser', from: { decision: 'REVIEW', escalate: false } }]);
  expect(passed.changes[0]?.to).not.toHaveProperty('escalate');
  expect((await refused({ policies: STORED, refuse: 'looser' })).status).toBe(409);
  await apply({ policies: STORED });
  const renamed = await differenceOf([{ ...EXPORTS, name: 'Exports' }, DELETES]);
  expect(renamed).toMatchObject({ looser: 0, stricter: 0, approvers: 0, changes: [] });
});

it('refuses what loosens anything and changes nothing, and lets what is stricter through', async () => {
  const versions = () => readRows(service.database, 'SELECT count(*)::int AS count FROM svc.policy_set_versions');
  const before = await versions();
  const looser = await refused({ policies: [EXPORTS], prune: true, refuse: 'looser' });
  expect(looser).toMatchObject({ status: 409, error: 'conflict' });
  expect(looser.message).toMatch(/^This loosens .*nothing was changed\. For example: DELETE_DATA /);
  expect(await versions()).toEqual(before);
  expect((await refused({ policies: [EXPORTS], prune: true, dryRun: true, refuse: 'looser' })).status).toBe(409);
  const stricter = { ...EXPORTS, decision: 'BLOCK', approverRoles: [] };
  const { changes, difference } = await apply({ policies: [stricter], refuse: 'looser' });
  expect(changes).toEqual([{ name: 'Review exports', op: 'update' }]);
  expect(difference).toMatchObject({ complete: true, looser: 0 });
});

it('asks of evaluated decisions where the organization only monitors', async () => {
  await readRows(service.database, `UPDATE svc.organizations SET enforcement = 'MONITOR' WHERE name = '${ACME}'`);
  await readRows(service.database, `UPDATE svc.organization_heads SET generation = generation + 1`);
  const { of, looser } = await differenceOf([EXPORTS]);
  expect(of).toBe('evaluatedDecision');
  expect(looser).toBeGreaterThan(0);
  expect((await refused({ policies: [EXPORTS], prune: true, refuse: 'looser' })).status).toBe(409);
});

it('refuses other words with their path', async () => {
  const wrong = await refused({ policies: STORED, refuse: 'stricter' });
  expect(wrong).toMatchObject({ status: 400, error: 'validation_error' });
  expect(wrong.message).toContain('refuse');
});
