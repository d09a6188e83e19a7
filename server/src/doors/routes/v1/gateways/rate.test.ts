// SPDX-License-Identifier: Apache-2.0
/** 429: the gateways share the rate of decisions. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, strictProcess, type TestService } from '#harness/service';
import { callHttp, callMcp } from '#harness/service/gateways.ts';

let service: TestService;
beforeAll(async () => {
  service = await strictProcess(await openOrganization());
});
afterAll(() => service.stop());

it('comes after the limit, says when to return, and counts both gateways together', async () => {
  const tool = { tool: 'get_x', agent: 'billing-bot', resource: 'orders' };
  for (let sent = 0; sent < 3; sent += 1) expect((await callHttp(service.baseUrl, {})).status).toBe(200);
  for (let sent = 0; sent < 2; sent += 1) expect((await callMcp(service.baseUrl, tool)).status).toBe(200);
  for (const answer of [await callHttp(service.baseUrl, {}), await callMcp(service.baseUrl, tool)]) {
    expect(answer.status).toBe(429);
    expect(answer.body.error).toBe('rate_limited');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
});
