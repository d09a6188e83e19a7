// SPDX-License-Identifier: Apache-2.0
/** GET /v1/policies/analysis, for any key. */
import type { PolicyAnalysis } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople } from '#harness/service/sessions.ts';

const POLICIES = `
      - { name: Ask for exports, action: EXPORT, decision: REVIEW }
      - { name: Ask for large exports, action: EXPORT, decision: REVIEW, condition: { minRecords: 100 } }
`;

let service: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: POLICIES }) });
  await service.app.warm();
});
afterAll(() => service.stop());

it('names the policy that is always overruled', async () => {
  const { status, body } = await call<PolicyAnalysis>(service.baseUrl, '/v1/policies/analysis');
  expect([status, body.complete]).toEqual([200, true]);
  expect(body.dead.map(({ name, cause }) => [name, cause])).toEqual([['Ask for large exports', 'SHADOWED']]);
});

it('refuses a caller without a key', async () => {
  expect((await call(service.baseUrl, '/v1/policies/analysis', { key: 'key_test_none' })).status).toBe(401);
});
