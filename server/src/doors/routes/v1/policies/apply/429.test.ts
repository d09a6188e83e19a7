// SPDX-License-Identifier: Apache-2.0
/** POST /v1/policies/apply: an organization changes 20,000 policies a day at most, and 200 MB of them. */
import type { ErrorBody, PolicyApplyResponse, PolicyListResponse } from '@svc/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ACME, acme, call, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';

let service: TestService;
beforeEach(async () => {
  service = await openOrganization({ provisioning: () => acme({ policies: ' []' }) });
});
afterEach(() => service.stop());

const apply = <Body = ErrorBody>(body: object) => call<Body>(service.baseUrl, '/v1/policies/apply', { body });
const policies = (count: number, decision = 'ALLOW') =>
  Array.from({ length: count }, (_, index) => ({ name: `p${index}`, action: 'READ', decision }));
const names = async () =>
  (await call<PolicyListResponse>(service.baseUrl, '/v1/policies')).body.policies.map(({ name }) => name);
const entries = async () => (await readAuditEntries(service.database, ACME)).length;

/** Sets the changes that the organization has made so far, and their time. */
const setSpent = (column: 'changes' | 'changed_bytes', spent: number, ago: string) =>
  readRows(
    service.database,
    `UPDATE svc.policy_set_versions SET ${column} = $1, created_at = now() - $2::interval
     WHERE version = (SELECT max(version) FROM svc.policy_set_versions) AND source = 'policies-as-code'`,
    [spent, ago],
  );

it('counts each changed policy, refuses what goes beyond the day, and says until when', async () => {
  await apply({ policies: policies(3) });
  const [version] = await readRows(
    service.database,
    `SELECT changes, changed_bytes::int AS bytes FROM svc.policy_set_versions WHERE source = 'policies-as-code'`,
  );
  expect(version?.changes).toBe(3);
  expect(version?.bytes).toBeGreaterThan(100);
  await setSpent('changes', 19_998, '23 hours');
  const before = await entries();
  const refused = await apply({ policies: policies(3, 'BLOCK') });
  expect(refused.status).toBe(429);
  expect(refused.body.error).toBe('rate_limited');
  expect(refused.body.message).toMatch(/may change 20000 policies/);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3_600);
  expect(await entries()).toBe(before);
  expect((await apply({ policies: policies(2, 'BLOCK') })).status).toBe(200);
  expect((await apply({ policies: policies(1, 'REVIEW') })).status).toBe(429);
});

it('leaves dry runs, unchanged sets and other organizations alone, and takes changes again after a day', async () => {
  await apply({ policies: policies(1) });
  await setSpent('changes', 20_000, '1 hour');
  const dry = await apply<PolicyApplyResponse>({ policies: policies(1, 'BLOCK'), dryRun: true });
  expect(dry.body.changes).toEqual([{ name: 'p0', op: 'update' }]);
  expect((await apply({ policies: policies(1) })).status).toBe(200);
  expect((await apply({ policies: [], prune: true })).status).toBe(429);
  await setSpent('changes', 20_000, '24 hours');
  expect((await apply({ policies: [], prune: true })).status).toBe(200);
  expect(await names()).toEqual([]);
});

it('counts the bytes of what was and of what is', async () => {
  const long = [{ name: 'long', action: 'READ', decision: 'ALLOW', description: 'x'.repeat(500) }];
  await apply({ policies: long });
  await setSpent('changed_bytes', 199_999_000, '1 hour');
  const refused = await apply({ policies: [{ ...long[0], decision: 'BLOCK' }] });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(22 * 3_600);
  expect((await apply({ policies: policies(1) })).status).toBe(200);
});

it('never holds the file of the operator up, nor counts it', async () => {
  await apply({ policies: policies(1) });
  await setSpent('changes', 20_000, '1 hour');
  const file = ` [{ name: operator, action: READ, decision: BLOCK }]`;
  await service.provision(acme({ policies: file }));
  expect(await names()).toContain('operator');
});
