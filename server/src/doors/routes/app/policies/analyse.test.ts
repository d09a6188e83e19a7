// SPDX-License-Identifier: Apache-2.0
/** GET /policies/analysis names the policies that do nothing, and why. */
import type { PolicyAnalysis } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';

const POLICIES = `
      - { name: Ask for exports, action: EXPORT, decision: REVIEW }
      - { name: Ask for large exports, action: EXPORT, decision: REVIEW, condition: { minRecords: 100 } }
      - { name: Block deletions, action: DELETE, decision: BLOCK, resource: ANY, condition: { minRiskScore: 0 } }
      - { name: Few writes, action: WRITE, decision: REVIEW, condition: { maxRecords: 9 } }
      - { name: Many writes, action: WRITE, decision: REVIEW, condition: { minRecords: 10 } }
      - { name: Cannot be, action: READ, decision: BLOCK, condition: { minRecords: 9, maxRecords: 1 } }
`;

let service: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: POLICIES }) });
});
afterAll(() => service.stop());

it('tells a member what can never decide, and what could be left out', async () => {
  const member = await signIn(service.baseUrl, PEOPLE.member);
  const { status, body } = await member.call<PolicyAnalysis>('/policies/analysis');
  expect(status).toBe(200);
  expect(body.complete).toBe(true);
  expect(body.policySetVersion).toBeGreaterThan(0);
  expect(body.dead.map(({ name, cause }) => [name, cause])).toEqual([
    ['Cannot be', 'NEVER_MATCHES'],
    ['Ask for large exports', 'SHADOWED'],
  ]);
  expect(body.withoutEffect).toEqual([]);
  expect(body.mergeable).toMatchObject([
    { name: 'Few writes', other: { name: 'Many writes' }, condition: { minRecords: 0 } },
  ]);
  expect(body.needlessFields.map(({ name, field }) => [name, field])).toContainEqual([
    'Block deletions',
    'minRiskScore',
  ]);
});
