// SPDX-License-Identifier: Apache-2.0
/** POST /v1/events knows registered agents and resources only, by their exact names. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BOUND_KEY, call, GLOBEX_KEY, openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
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

it.each([
  [{ agent: 'biling-bot' }, 'no agent "biling-bot". Did you mean "billing-bot"?'],
  [{ agent: 'Billing Bot' }, 'Did you mean "billing-bot"?'],
  [{ agent: 'xxxxxxxx-bot' }, 'no agent "xxxxxxxx-bot". Names are case-sensitive.'],
  [{ resource: 'order' }, 'no resource "order". Did you mean "orders"?'],
  [{ resource: 'a\u202e"\u001b\u009b' }, 'no resource "a\\u202e\\"\\u001b\\u009b".'],
  [{ resourceId: UNKNOWN_ID }, `no resource with the id ${UNKNOWN_ID}.`],
  [{ agentId: UNKNOWN_ID }, `no agent with the id ${UNKNOWN_ID}.`],
])('names what was asked for, and what is near: %j', async (asked, sentence) => {
  const { status, body } = await call(service.baseUrl, '/v1/events', { body: { ...PLAIN_ACTION, ...asked } });
  expect(status).toBe(404);
  expect(body.message).toContain(sentence);
});

it('names nothing of another organization', async () => {
  const body = { agent: 'suport-bot', resource: 'customers', action: 'READ_DATA' };
  const own = await call(service.baseUrl, '/v1/events', { body });
  expect(own.body.message).toContain('"support-bot"');
  const other = await call(service.baseUrl, '/v1/events', { key: GLOBEX_KEY, body });
  expect(other.body.message).toBe('The organization has no agent "suport-bot". Names are case-sensitive.');
});

it('names no other agent to a key that is bound to one, and near resources all the same', async () => {
  const refused = await call(service.baseUrl, '/v1/events', {
    key: BOUND_KEY,
    body: { ...PLAIN_ACTION, agent: 'suport-bot' },
  });
  expect(refused.status).toBe(403);
  expect(JSON.stringify(refused.body)).not.toContain('support-bot');
  const { body } = await call(service.baseUrl, '/v1/events', {
    key: BOUND_KEY,
    body: { resource: 'ordres', action: 'READ_DATA' },
  });
  expect(body.message).toContain('Did you mean "orders"?');
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
