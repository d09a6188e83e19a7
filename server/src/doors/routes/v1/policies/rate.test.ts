// SPDX-License-Identifier: Apache-2.0
/** The three policy routes share 60 requests a minute for one key, over all processes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, LIVE_KEY, openOrganization, otherProcess, TEST_KEY, type TestService } from '#harness/service';

let service: TestService;
let other: TestService;
beforeAll(async () => {
  service = await openOrganization();
  other = await otherProcess(service);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

it('admits 60 and refuses the rest, whichever process and route they reach', async () => {
  const routes = [
    { path: '/v1/policies' },
    { path: '/v1/policies/test', body: { cases: [] } },
    { path: '/v1/policies/apply', body: { policies: [], dryRun: true } },
  ];
  const answers = await Promise.all(
    Array.from({ length: 75 }, (_, index) => {
      const { path, body } = routes[index % 3] ?? { path: '' };
      return call((index % 2 === 0 ? service : other).baseUrl, path, { key: LIVE_KEY, ...(body && { body }) });
    }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(15);
  for (const { body, headers } of refused) {
    expect(body.error).toBe('rate_limited');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
  }
  expect((await call(service.baseUrl, '/v1/policies', { key: TEST_KEY })).status).toBe(200);
});
