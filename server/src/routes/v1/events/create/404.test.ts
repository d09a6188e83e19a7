/** POST /v1/events knows registered agents and resources only, by their exact names. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, PLAIN_ACTION, startTestService, type TestService } from '#harness/service';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const UNKNOWN_ID = '018f0000-0000-7000-8000-00000000ffff';

it.each([
  ['an unknown agent', { ...PLAIN_ACTION, agent: 'nobody' }],
  ['an agent in another letter case', { ...PLAIN_ACTION, agent: 'Billing-Bot' }],
  ['an agent with a space after it', { ...PLAIN_ACTION, agent: 'billing-bot ' }],
  ['an unknown agent id', { resource: 'orders', action: 'READ_DATA', agentId: UNKNOWN_ID }],
  ['an unknown resource', { ...PLAIN_ACTION, resource: 'secrets' }],
  ['a classification as a resource', { ...PLAIN_ACTION, resource: 'CUSTOMER_PII' }],
  ['an unknown resource id', { agent: 'billing-bot', action: 'READ_DATA', resourceId: UNKNOWN_ID }],
  ['a known name with an unknown id', { ...PLAIN_ACTION, agentId: UNKNOWN_ID }],
  ['a name from a prototype', { ...PLAIN_ACTION, agent: '__proto__' }],
])('%s', async (_title, body) => {
  const answer = await call(service.baseUrl, '/v1/events', { body });
  expect(answer.status).toBe(404);
  expect(answer.body.error).toBe('not_found');
});

it('an unknown path says what cannot be done, with or without a key', async () => {
  for (const key of [null, undefined]) {
    const options = key === null ? { key } : {};
    const get = await call(service.baseUrl, '/v1/nothing?secret=1', options);
    expect(get.status).toBe(404);
    expect(get.body.message).toBe('Cannot GET /v1/nothing');
    const post = await call(service.baseUrl, '/v1/event', { ...options, body: PLAIN_ACTION });
    expect(post.body.message).toBe('Cannot POST /v1/event');
  }
});
