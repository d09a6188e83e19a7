// SPDX-License-Identifier: Apache-2.0
/** POST /v1/events takes bodies of up to 204,800 bytes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());

/** White space after the object is part of the body and not of the content. */
const bodyOfBytes = (bytes: number): string => JSON.stringify(PLAIN_ACTION).padEnd(bytes, ' ');

it('takes exactly 204,800 bytes and refuses one more', async () => {
  expect((await call(service.baseUrl, '/v1/events', { raw: bodyOfBytes(204_800) })).status).toBe(200);
  const over = await call(service.baseUrl, '/v1/events', { raw: bodyOfBytes(204_801) });
  expect(over.status).toBe(413);
  expect(over.body.error).toBe('payload_too_large');
});

it('counts bytes, not characters', async () => {
  const answer = await call(service.baseUrl, '/v1/events', { body: { ...PLAIN_ACTION, content: '漢'.repeat(70_000) } });
  expect(answer.status).toBe(413);
});

it('refuses before validation', async () => {
  const answer = await call(service.baseUrl, '/v1/events', { raw: '['.repeat(300_000) });
  expect(answer.status).toBe(413);
});
