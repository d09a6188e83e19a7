// SPDX-License-Identifier: Apache-2.0
/** GET /v1/policies lists every policy with its defaults written out, in code point order. */
import type { PolicyListResponse } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  acme,
  BOUND_TEST_KEY,
  call,
  EXPIRED_KEY,
  GLOBEX_KEY,
  LIVE_KEY,
  OFFICE_KEY,
  openOrganization,
  TEST_KEY,
  type TestService,
} from '#harness/service';

const NAMES = ['Zebra', 'apple', 'Éclair', 'zoo', '\u{1F600} smile', '\uFF21 wide', 'A', 'a'];

let service: TestService;
beforeAll(async () => {
  const policies = NAMES.map((name) => `\n      - { name: "${name}", action: READ, decision: ALLOW }`).join('');
  service = await openOrganization({ provisioning: () => acme({ policies }) });
});
afterAll(() => service.stop());

const list = (key: string | null = LIVE_KEY) => call<PolicyListResponse>(service.baseUrl, '/v1/policies', { key });

it('is the same for every key of the organization', async () => {
  const answers = await Promise.all([LIVE_KEY, TEST_KEY, BOUND_TEST_KEY].map((key) => list(key)));
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body).toEqual(answers[0]?.body);
  }
});

it('is sorted by code point and writes every default', async () => {
  const { body } = await list();
  expect(body.apiVersion).toBe('svc/v1');
  const expected = [...NAMES].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
  expect(body.policies.map((policy) => policy.name)).toEqual(expected);
  expect(body.policies[0]).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'A',
    enabled: true,
    action: 'READ',
    resource: 'ANY',
    decision: 'ALLOW',
    mode: 'ENFORCE',
    approverRoles: [],
    updatedAt: expect.stringMatching(/Z$/),
  });
});

it('of another organization is its own', async () => {
  expect((await list(GLOBEX_KEY)).body.policies).toEqual([]);
});

it('needs a good key from a good address', async () => {
  expect((await list(null)).status).toBe(401);
  expect((await list(EXPIRED_KEY)).status).toBe(401);
  expect((await list(OFFICE_KEY)).status).toBe(403);
});
