// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: only a recorded ALLOW of this call, or the one redemption of an approved one, is answered 200. No other
 * answer has a status of 2xx. Whatever the client of a proxy sends, the call is not taken for another one.
 */
import type { Decision, EventDetail } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BOUND_KEY,
  call,
  GLOBEX_KEY,
  IDS,
  LIVE_KEY,
  openOrganization,
  TEST_KEY,
  type TestService,
} from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const DAY_MS = 86_400_000;
const POLICIES = `
      - { name: Block deleting customers, action: DELETE, resource: CUSTOMER_PII, decision: BLOCK }
      - { name: Review customer changes, action: WRITE, resource: CUSTOMER_PII, decision: REVIEW, approverRoles: [OWNER] }`;

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: POLICIES }) });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(() => service.stop());

interface Asked {
  query?: string;
  path?: string;
  method?: string;
  key?: string | null;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

async function ask(original: string, asked: Asked = {}) {
  const [method = '', uri = ''] = original.split(' ');
  const { query = 'resource=customers&agent=billing-bot', key = LIVE_KEY, body } = asked;
  const answer = await fetch(`${service.baseUrl}${asked.path ?? `/authz?${query}`}`, {
    method: asked.method ?? 'GET',
    redirect: 'manual',
    headers: {
      ...(key !== null && { 'x-api-key': key }),
      ...(original !== '' && { 'x-original-method': method, 'x-original-uri': uri }),
      ...asked.headers,
    },
    ...(body !== undefined && { body: body as string }),
  });
  const text = await answer.text();
  const { status, headers } = answer;
  if (status !== 200) expect(status).toBeGreaterThanOrEqual(400);
  return { status, text, event: headers.get('x-svc-event') ?? '', retryAfter: headers.get('retry-after') };
}

const read = async (id: string) => (await call<Decision>(service.baseUrl, `/v1/events/${id}`)).body;
const redeem = (id: string, original: string, asked: Asked = {}) =>
  ask(original, { ...asked, headers: { ...asked.headers, 'x-svc-redeem': id } });
async function approved(original: string, asked: Asked = {}): Promise<string> {
  const { event } = await ask(original, asked);
  expect((await owner.call(`/reviews/${event}/approve`, { body: {} })).status).toBe(200);
  return event;
}

describe('a call', () => {
  it('that is allowed is 200 without a word, and its act is redeemed with the decision', async () => {
    const { status, text, event } = await ask('GET /customers/12?expand=orders');
    expect([status, text]).toEqual([200, '']);
    const decision = await read(event);
    expect(decision).toMatchObject({
      decision: 'ALLOW',
      context: { destinationName: '/customers/12' },
      redemption: { status: 'REDEEMED' },
    });
    const { body } = await owner.call<EventDetail>(`/events/${event}`);
    expect([body.event.door, body.audit.map(({ kind }) => kind)]).toEqual(['FORWARD_AUTH', ['decision.recorded']]);
    expect((await redeem(event, 'GET /customers/12?expand=orders')).status).toBe(403);
    const report = await call<Decision>(service.baseUrl, `/v1/events/${event}/outcome`, {
      body: { status: 'SUCCEEDED' },
    });
    expect([report.status, report.body.outcome?.status]).toEqual([200, 'SUCCEEDED']);
  });

  it('that is blocked is 403, and one that waits says when to ask again', async () => {
    const blocked = await ask('DELETE /customers/12');
    expect([blocked.status, blocked.retryAfter, JSON.parse(blocked.text)]).toEqual([403, null, { decision: 'BLOCK' }]);
    expect((await read(blocked.event)).decision).toBe('BLOCK');
    const held = await ask('POST /customers');
    expect([held.status, held.retryAfter, JSON.parse(held.text)]).toEqual([403, '5', { decision: 'REVIEW' }]);
    expect((await read(held.event)).decision).toBe('REVIEW');
  });

  it.each([
    ['GET', 'READ_DATA'],
    ['HEAD', 'READ_DATA'],
    ['DELETE', 'DELETE_DATA'],
    ['PUT', 'WRITE_DATA'],
    ['OPTIONS', 'WRITE_DATA'],
    ['PROPFIND', 'WRITE_DATA'],
  ])('by %s is decided as %s', async (method, action) => {
    const { event } = await ask(`${method} /x`, { query: 'resource=orders&agent=billing-bot' });
    const { body } = await owner.call<EventDetail>(`/events/${event}`);
    expect(body.event.action).toBe(action);
  });

  it('is the action that the operator names, for the agent and resource by name or id, or the agent of the key', async () => {
    const query = `resource=${IDS.orders}&agent=${IDS.billingBot}&action=EXPORT_DATA`;
    const { body } = await owner.call<EventDetail>(`/events/${(await ask('GET /x', { query })).event}`);
    expect(body.event.action).toBe('EXPORT_DATA');
    expect((await ask('GET /x', { query: 'resource=orders', key: BOUND_KEY })).status).toBe(200);
    expect((await ask('GET /x', { query: 'resource=orders&agent=support-bot', key: BOUND_KEY })).status).toBe(403);
  });

  it('may come with any method, body and content type: they are not read', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) {
      expect((await ask('DELETE /customers', { method })).status).toBe(403);
      expect((await ask('GET /customers', { method })).status).toBe(200);
    }
    const headers = { 'content-type': 'text/odd' };
    expect((await ask('GET /customers', { method: 'POST', body: '{"a":', headers })).status).toBe(200);
    expect((await ask('GET /customers', { method: 'POST', body: 'x'.repeat(1_048_576), headers })).status).toBe(413);
  });

  it('is told by X-Forwarded-Method and X-Forwarded-Uri too', async () => {
    const forwarded = (method: string) => ({ 'x-forwarded-method': method, 'x-forwarded-uri': '/customers' });
    expect((await ask('', { headers: forwarded('GET') })).status).toBe(200);
    expect((await ask('', { headers: forwarded('DELETE') })).status).toBe(403);
  });

  it('with a long path is kept as its beginning and a digest of it', async () => {
    const [one, other] = await Promise.all(['a', 'b'].map((end) => ask(`GET /${'é'.repeat(300)}${end}?secret=1`)));
    const names = await Promise.all([one, other].map(async (it) => (await read(it?.event ?? '')).context));
    expect(names[0]?.destinationName).toMatch(/^\/(%[0-9A-F]{2})+.*sha256:[0-9a-f]{64}$/);
    expect(names[0]?.destinationName).toHaveLength(200);
    expect(names[0]).not.toEqual(names[1]);
  });
});

describe('what a client adds', () => {
  it.each([
    ['another method', 'DELETE /customers', { 'x-forwarded-method': 'GET' }],
    ['another path', 'DELETE /customers', { 'x-forwarded-uri': '/orders' }],
    ['an override of the method', 'GET /customers', { 'x-http-method-override': 'DELETE' }],
    ['two methods', 'GET,DELETE /customers', {}],
    ['a small method', 'delete /customers', {}],
    ['no call', '', {}],
    ['a method alone', '', { 'x-original-method': 'GET' }],
    ['a path alone', '', { 'x-original-uri': '/x' }],
  ])('is refused: %s', async (_, original, headers) => {
    const { status, event } = await ask(original, { headers });
    expect([status, event]).toEqual([400, '']);
  });

  it.each([
    'agent=billing-bot',
    'resource=&agent=billing-bot',
    'resource=orders&resource=customers&agent=billing-bot',
    'ressource=orders&resource=orders&agent=billing-bot',
    'resource=orders&agent=billing-bot&action=LOOK',
    `resource=${'x'.repeat(500)}&agent=billing-bot`,
    'resource=orders',
  ])('in the query is refused: %s', async (query) => {
    expect((await ask('GET /x', { query })).status).toBe(400);
  });

  it('learns no name of the organization', async () => {
    for (const query of ['resource=order&agent=billing-bot', 'resource=orders&agent=billing']) {
      const { status, text } = await ask('GET /x', { query });
      expect([status, text.includes('orders'), text.includes('bot')]).toEqual([403, false, false]);
    }
  });

  it('needs the key', async () => {
    for (const key of [null, 'nokey', `key_live_${'x'.repeat(43)}`]) {
      expect((await ask('GET /customers', { key })).status).toBe(401);
    }
    const headers = { authorization: `Bearer ${GLOBEX_KEY}` };
    expect((await ask('GET /customers', { headers })).status).toBe(401);
  });
});

describe('a redemption', () => {
  it('lets the approved call through once', async () => {
    const id = await approved('POST /customers?import=1');
    const { status, event } = await redeem(id, 'POST /customers?import=1');
    expect([status, event]).toEqual([200, id]);
    expect((await read(id)).redemption?.status).toBe('REDEEMED');
    const again = await redeem(id, 'POST /customers?import=1');
    expect([again.status, JSON.parse(again.text)]).toEqual([403, { decision: 'BLOCK', reason: 'already_redeemed' }]);
    const raced = await approved('POST /customers');
    const answers = await Promise.all(Array.from({ length: 12 }, () => redeem(raced, 'POST /customers')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is for that call alone: its method, path, query, agent and resource', async () => {
    const id = await approved('POST /customers?import=1');
    const query = (named: string) => ({ query: named });
    const others = [
      await redeem(id, 'PUT /customers?import=1'),
      await redeem(id, 'POST /customers?import=2'),
      await redeem(id, 'POST /customers/2?import=1'),
      await redeem(id, 'POST /customers?import=1', query('resource=orders&agent=billing-bot')),
      await redeem(id, 'POST /customers?import=1', query('resource=customers&agent=support-bot')),
      await redeem(id, 'POST /customers?import=1', query('resource=customers&agent=billing-bot&action=READ_DATA')),
    ];
    for (const { status, text } of others) expect([status, text]).toMatchObject([403, /action_mismatch/]);
    expect((await redeem(id, 'POST /customers?import=1')).status).toBe(200);
  });

  it('waits for the review, and says so', async () => {
    const { event } = await ask('POST /customers');
    const waiting = await redeem(event, 'POST /customers');
    expect([waiting.status, waiting.event, waiting.retryAfter]).toEqual([403, event, '5']);
    await owner.call(`/reviews/${event}/deny`, { body: {} });
    const denied = await redeem(event, 'POST /customers');
    expect([denied.status, denied.retryAfter]).toEqual([403, null]);
  });

  it('is refused for other keys, foreign and unknown events, and ids that are none', async () => {
    const id = await approved('POST /customers');
    for (const key of [GLOBEX_KEY, TEST_KEY]) {
      expect((await redeem(id, 'POST /customers', { key })).status).toBe(403);
    }
    for (const wrong of ['018f0000-0000-7000-8000-00000000ffff', 'x', `${id}, ${id}`]) {
      expect((await redeem(wrong, 'POST /customers')).status).toBe(403);
    }
    expect((await redeem(id, 'POST /customers')).status).toBe(200);
  });
});

describe('below the prefix of Envoy', () => {
  const prefix = '/authz/envoy/customers/billing-bot';

  it('the method and the path of the request are those of the call', async () => {
    const allowed = await ask('', { path: `${prefix}/customers/12?resource=orders` });
    expect(allowed.status).toBe(200);
    expect((await read(allowed.event)).context?.destinationName).toBe('/customers/12');
    expect((await ask('', { path: `${prefix}/customers/12`, method: 'DELETE' })).status).toBe(403);
    expect((await ask('', { path: `${prefix}/`, method: 'POST' })).status).toBe(403);
    expect((await ask('', { path: '/authz/envoy/orders/-/x', key: BOUND_KEY })).status).toBe(200);
  });

  it('other headers do not change the call, and a redemption is for that call', async () => {
    const headers = { 'x-original-method': 'GET', 'x-forwarded-method': 'GET', 'x-original-uri': '/x' };
    expect((await ask('', { path: `${prefix}/customers`, method: 'DELETE', headers })).status).toBe(403);
    const asked = { path: `${prefix}/a/b?c=1`, method: 'PUT' };
    const id = await approved('', asked);
    expect((await redeem(id, '', { ...asked, path: `${prefix}/a/b?c=2` })).status).toBe(403);
    expect((await redeem(id, '', asked)).status).toBe(200);
  });

  it('paths that lead out of it are no ALLOW', async () => {
    for (const path of ['/authz/envoy/customers', '/authz/envoy//billing-bot/x', '/authz/', '/authz/envoy/%ff/-/x']) {
      expect((await ask('', { path })).status).not.toBe(200);
    }
  });
});

it('an approval ends with its time', async () => {
  const id = await approved('POST /customers');
  service.clock.move(2 * DAY_MS);
  expect((await redeem(id, 'POST /customers')).status).toBe(403);
});

it('a call that a budget lets through is redeemed with its decision, and one beyond it is blocked', async () => {
  const budgets = `
    budgets:
      - { name: Calls, measure: COUNT, limit: 2, window: DAY, per: ORGANIZATION, action: ANY, onExceed: BLOCK }`;
  service = await openOrganization({ provisioning: () => acmeWithPeople({ extra: budgets }) });
  const query = 'resource=orders&agent=billing-bot';
  const answers = [await ask('GET /1', { query }), await ask('GET /2', { query }), await ask('GET /3', { query })];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403]);
  const decisions = await Promise.all(answers.map(({ event }) => read(event)));
  expect(decisions.map(({ redemption }) => redemption?.status)).toEqual(['REDEEMED', 'REDEEMED', undefined]);
});
