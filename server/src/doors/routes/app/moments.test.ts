// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: every route reads moments by one reader. An impossible day, 24:00, a leap second, a year out of range and a
 * time without its zone are 400 with the field. None is moved to another day.
 */
import type { ErrorBody } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let owner: Browser;
let keyId: string;
let webhookId: string;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  const key = await made('/api-keys', { name: 'moments', kind: 'TEST' });
  keyId = key.id;
  webhookId = (await made('/webhooks', { url: 'https://hooks.example/moments', description: 'moments' })).id;
});
afterAll(() => service.stop());

async function made(path: string, body: unknown): Promise<{ id: string }> {
  const answer = await owner.call<{ id: string }>(path, { method: 'POST', body });
  expect(answer.status).toBe(201);
  return answer.body;
}

const NONE = [
  '0000-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '+012030-01-01T00:00:00Z',
  '1969-12-31T23:59:59Z',
  '2030-02-30T00:00:00Z',
  '2026-06-31T10:00:00.000Z',
  '2025-02-29T00:00:00Z',
  '2030-01-01T24:00:00Z',
  '2016-12-31T23:59:60Z',
  '2030-01-01T00:00:00',
  '2030-01-01',
  '1 January 2031',
  '1893456000000',
  '',
];

async function expectFault(path: string, init: { method?: string; body?: unknown }, field: string): Promise<void> {
  const { status, body } = await owner.call<ErrorBody>(path, init);
  expect([path, status, Object.keys(body.fields ?? {})]).toEqual([path, 400, [field]]);
  expect(body.message).toMatch(/a moment from 1970 to 9999 with its zone/);
}

describe.each(NONE)('%j', (text) => {
  it('is no end of an API key', async () => {
    await expectFault('/api-keys', { method: 'POST', body: { name: 'k', kind: 'TEST', expiresAt: text } }, 'expiresAt');
    await expectFault(`/api-keys/${keyId}`, { method: 'PATCH', body: { expiresAt: text } }, 'expiresAt');
  });

  it.each(['/events', '/audit', '/gateway-calls', '/dashboard'])('is no bound of %s', async (path) => {
    for (const field of ['from', 'to']) await expectFault(`${path}?${field}=${encodeURIComponent(text)}`, {}, field);
  });

  it('is no bound of a recovery of deliveries', async () => {
    const [from, to] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'];
    const recover = (body: object) => ({ method: 'POST', body });
    await expectFault(`/webhooks/${webhookId}/recover`, recover({ from: text, to }), 'from');
    await expectFault(`/webhooks/${webhookId}/recover`, recover({ from, to: text }), 'to');
  });

  it('is no moment of a test case of policies', async () => {
    const input = { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders', at: text };
    const answer = await call(service.baseUrl, '/v1/policies/test', { body: { cases: [{ name: 'a', input }] } });
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, ['cases[0].input.at']]);
  });

  it('is no moment at which a record was seen', async () => {
    const { body } = await owner.call<{ items: { id: string }[] }>('/agents?limit=1');
    const update = { method: 'PATCH', body: { description: 'x', updatedAt: text } };
    await expectFault(`/agents/${body.items[0]?.id}`, update, 'updatedAt');
  });
});

it.each([
  ['2030-02-28T21:00:00-03:00', '2030-03-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ['2028-02-29t10:00:00.1239z', '2028-02-29T10:00:00.123Z'],
])('%s is the end of a key, and is told as %s', async (expiresAt, told) => {
  const changed = await owner.call(`/api-keys/${keyId}`, { method: 'PATCH', body: { expiresAt } });
  expect(changed).toMatchObject({ status: 200, body: { expiresAt: told } });
});
