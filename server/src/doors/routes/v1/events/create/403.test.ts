// SPDX-License-Identifier: Apache-2.0
/** POST /v1/events refuses a key from another address, and a bound key for another agent. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BOUND_KEY,
  call,
  IDS,
  OFFICE_KEY,
  openOrganization,
  otherProcess,
  PLAIN_ACTION,
  type TestService,
} from '#harness/service';

let service: TestService;
let behindProxy: TestService;
beforeAll(async () => {
  service = await openOrganization();
  behindProxy = await otherProcess(service);
});
afterAll(async () => {
  await behindProxy.stop();
  await service.stop();
});

describe('a bound key', () => {
  it.each([
    ['another agent by name', { agent: 'support-bot' }],
    ['another agent by id', { agentId: IDS.supportBot }],
    ['an agent that does not exist', { agent: 'nobody' }],
    ['its agent by name and another by id', { agent: 'billing-bot', agentId: IDS.supportBot }],
  ])('for %s', async (_title, who) => {
    const body = { ...who, resource: 'orders', action: 'READ_DATA' };
    const answer = await call(service.baseUrl, '/v1/events', { key: BOUND_KEY, body });
    expect(answer.status).toBe(403);
    expect(answer.body.error).toBe('forbidden');
  });
});

describe('an allow-list', () => {
  it('refuses another address, before size and validation', async () => {
    const answer = await call(service.baseUrl, '/v1/events', { key: OFFICE_KEY, raw: 'x'.repeat(300_000) });
    expect(answer.status).toBe(403);
  });

  it.each([
    ['10.1.2.3', 200],
    ['2001:db8::1', 200],
    ['::ffff:10.0.0.1', 200],
    ['1.1.1.1, 10.1.2.3', 200],
    ['10.1.2.3, 1.1.1.1', 403],
    ['10.1.2.3, 127.0.0.9, 192.0.2.1', 200],
    ['11.0.0.1', 403],
    ['2001:db9::1', 403],
    ['garbage', 403],
    ['10.1.2.3, garbage', 403],
    ['10.1', 403],
    ['0x0a000001', 403],
  ])('behind a trusted proxy takes %s as %i', async (forwarded, status) => {
    const answer = await call(behindProxy.baseUrl, '/v1/events', {
      key: OFFICE_KEY,
      body: PLAIN_ACTION,
      headers: { 'x-forwarded-for': forwarded },
    });
    expect(answer.status).toBe(status);
  });

  it('does not believe a caller that is no proxy', async () => {
    const answer = await call(service.baseUrl, '/v1/events', {
      key: OFFICE_KEY,
      body: PLAIN_ACTION,
      headers: { 'x-forwarded-for': '10.1.2.3' },
    });
    expect(answer.status).toBe(403);
  });
});
