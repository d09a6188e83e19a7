// SPDX-License-Identifier: Apache-2.0
/** POST /v1/events is limited by key, before size and validation. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  call,
  FEW_EVENTS,
  LIVE_KEY,
  openOrganization,
  PLAIN_ACTION,
  strictProcess,
  TEST_KEY,
  type TestService,
} from '#harness/service';

let service: TestService;
beforeAll(async () => {
  service = await strictProcess(await openOrganization());
});
afterAll(() => service.stop());

it('refuses the sixth of five, with the seconds to wait, and leaves other keys alone', async () => {
  for (let sent = 0; sent < FEW_EVENTS; sent += 1) {
    expect((await call(service.baseUrl, '/v1/events', { key: LIVE_KEY, body: PLAIN_ACTION })).status).toBe(200);
  }
  const refused = await call(service.baseUrl, '/v1/events', { key: LIVE_KEY, raw: '{' });
  expect(refused.status).toBe(429);
  expect(refused.body.error).toBe('rate_limited');
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThanOrEqual(50);
  expect(wait).toBeLessThanOrEqual(61);
  expect((await call(service.baseUrl, '/v1/events', { key: TEST_KEY, body: PLAIN_ACTION })).status).toBe(200);
});
