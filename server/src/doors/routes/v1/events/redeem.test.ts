// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());

it('a plain ALLOW is redeemed once', async () => {
  const decided = await call(service.baseUrl, '/v1/events', {
    body: { ...PLAIN_ACTION, content: 'x', context: { purpose: 'a reason' } },
  });
  console.log(decided.status, decided.body);
  const redeem = (key: string, body: object = { ...PLAIN_ACTION, content: 'x' }) =>
    call(service.baseUrl, `/v1/events/${decided.body.id}/redeem`, { body, headers: { 'idempotency-key': key } });
  console.log((await redeem('a', { ...PLAIN_ACTION, content: 'y' })).body);
  const one = await redeem('a');
  console.log(one.status, one.body);
  expect((await redeem('a')).headers.get('idempotent-replay')).toBe('true');
  console.log((await redeem('b')).body);
  const out = await call(service.baseUrl, `/v1/events/${decided.body.id}/outcome`, {
    body: { status: 'SUCCEEDED', recordsAffected: 3 },
  });
  console.log(out.status, out.body);
});
