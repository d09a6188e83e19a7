// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: an access evaluation is one recorded decision, and true is answered for a recorded ALLOW alone. Bad input,
 * unknown names, other keys and a database that is away never make one.
 */
import { connect } from 'node:net';
import type { Decision, EventList } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BOUND_KEY,
  type CallOptions,
  call,
  FEW_EVENTS,
  GLOBEX_KEY,
  IDS,
  LIVE_KEY,
  openOrganization,
  strictProcess,
  TEST_KEY,
  type TestService,
} from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

interface Evaluation {
  decision?: boolean;
  context?: {
    evaluation_id?: string;
    reason?: string;
    reasons?: string[];
    access_request?: { endpoint: string; expires_at: string };
    error?: { status: number; message: string };
  };
  evaluations?: Evaluation[];
}

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople().replace('[MEMBER]', '[OWNER]') });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(() => service.stop());

const READ = {
  subject: { type: 'agent', id: 'billing-bot' },
  action: { name: 'READ_DATA' },
  resource: { type: 'table', id: 'orders' },
};
const EXPORT = {
  ...READ,
  action: { name: 'EXPORT_DATA' },
  resource: {
    type: 'customers',
    id: 'record 4711',
    properties: { recordsAffected: 900, destination: 'EXTERNAL_EMAIL', colour: 'red' },
  },
};
const DELETE = { ...READ, action: { name: 'DELETE_DATA' }, resource: { type: 'table', id: 'customers' } };

const ask = (body: unknown, options: CallOptions = {}, path = 'evaluation') =>
  call<Evaluation>(service.baseUrl, `/access/v1/${path}`, { body, ...options });
const askAll = (body: unknown, options: CallOptions = {}) => ask(body, options, 'evaluations');
const read = async (id = '') => (await call<Decision>(service.baseUrl, `/v1/events/${id}`)).body;
const eventCount = async () => (await owner.call<EventList>('/events?limit=100')).body.items.length;

describe('an evaluation', () => {
  it('is one recorded decision: ALLOW is true, BLOCK and REVIEW are false with their reason', async () => {
    const allowed = await ask(READ);
    expect([allowed.status, allowed.body]).toEqual([
      200,
      { decision: true, context: { evaluation_id: expect.any(String) } },
    ]);
    expect(await read(allowed.body.context?.evaluation_id)).toMatchObject({ decision: 'ALLOW', sandbox: false });
    const blocked = await ask(DELETE);
    expect(blocked.body).toMatchObject({ decision: false, context: { reason: 'policy_denied' } });
    const stored = await read(blocked.body.context?.evaluation_id);
    expect([stored.decision, stored.reasons]).toEqual(['BLOCK', blocked.body.context?.reasons]);
    const held = await ask(EXPORT);
    const review = await read(held.body.context?.evaluation_id);
    expect(review.decision).toBe('REVIEW');
    expect(held.body).toMatchObject({
      decision: false,
      context: {
        reason: 'approval_required',
        access_request: { endpoint: `${service.baseUrl}/access/v1/requests`, expires_at: review.review?.expiresAt },
      },
    });
  });

  it('takes the resource by its id, else by its type, and both by their ids', async () => {
    const ids = { ...READ, subject: { type: 'x', id: IDS.billingBot }, resource: { type: 'x', id: IDS.orders } };
    expect((await ask(ids)).body.decision).toBe(true);
    const held = await ask(EXPORT);
    const [item] = (await owner.call<EventList>('/events?limit=1')).body.items;
    expect(item).toMatchObject({
      id: held.body.context?.evaluation_id,
      agent: { name: 'billing-bot' },
      resource: { name: 'customers' },
      recordsAffected: 900,
      destination: 'EXTERNAL_EMAIL',
    });
  });

  it.each([
    ['subject', { ...READ, subject: { type: 'agent', id: 'nobot' } }],
    ['subject', { ...READ, subject: { type: 'agent', id: IDS.orders } }],
    ['action', { ...READ, action: { name: 'tools/call' } }],
    ['resource', { ...READ, resource: { type: 'no', id: 'x'.repeat(90_000) } }],
  ])('is false, and recorded nowhere, for an unknown %s', async (part, body) => {
    const before = await eventCount();
    const { status, body: answer } = await ask(body);
    expect([status, answer.decision, answer.context?.reason]).toEqual([200, false, `unknown_${part}`]);
    expect(answer.context?.evaluation_id).toBeUndefined();
    expect(await eventCount()).toBe(before);
  });

  it.each([
    [{ recordsAffected: '900' }, {}],
    [{ recordsAffected: -1 }, {}],
    [{ recordsAffected: 1.5 }, {}],
    [{ destination: 'MOON' }, {}],
    [{ destination: null }, {}],
    [{ recordsAffected: 1 }, { recordsAffected: 2 }],
  ])('is refused for facts that are wrong or doubtful: %j, %j', async (ofResource, ofAction) => {
    const { status, body } = await ask({
      ...READ,
      action: { ...READ.action, properties: ofAction },
      resource: { ...READ.resource, properties: ofResource },
    });
    expect([status, typeof body]).toEqual([400, 'string']);
  });

  it('is the same one for a repeated X-Request-ID, and another one for another question', async () => {
    const headers = { 'x-request-id': 'retry-1' };
    const id = async (body: object, options: CallOptions = { headers }) =>
      (await ask(body, options)).body.context?.evaluation_id;
    const first = await id(EXPORT);
    expect(await id({ ...EXPORT, whatever: [1], context: { hour: 7 } })).toBe(first);
    expect(await id(READ)).not.toBe(first);
    expect(await id(EXPORT, {})).not.toBe(first);
  });

  it('stays false under the same X-Request-ID once a person has approved it: that is redeemed, once', async () => {
    const headers = { 'x-request-id': 'retry-2' };
    const id = (await ask(EXPORT, { headers })).body.context?.evaluation_id;
    expect((await owner.call(`/reviews/${id}/approve`, { body: {} })).status).toBe(200);
    const again = (await ask(EXPORT, { headers })).body;
    expect(again).toMatchObject({ decision: false, context: { evaluation_id: id, reason: 'approval_required' } });
    const denied = (await ask(EXPORT, { headers: { 'x-request-id': 'retry-3' } })).body.context?.evaluation_id;
    await owner.call(`/reviews/${denied}/deny`, { body: {} });
    const closed = (await ask(EXPORT, { headers: { 'x-request-id': 'retry-3' } })).body;
    expect(closed).toMatchObject({ decision: false, context: { evaluation_id: denied, reason: 'policy_denied' } });
    expect(closed.context?.access_request).toBeUndefined();
  });

  it('takes the key in either header, and a TEST key for the sandbox', async () => {
    const byHeader = await ask(READ, { key: null, headers: { 'x-api-key': LIVE_KEY } });
    expect(byHeader.body.decision).toBe(true);
    const sandboxed = await ask(READ, { key: TEST_KEY });
    expect((await read(sandboxed.body.context?.evaluation_id)).sandbox).toBe(true);
  });

  it.each([
    ['no key', { key: null }, 401],
    ['an unknown key', { key: `key_live_${'x'.repeat(43)}` }, 401],
    ['no key at all', { key: 'Bearer' }, 401],
  ])('is refused for %s, with a challenge', async (_, options, expected) => {
    const { status, body, headers } = await ask(READ, options);
    expect([status, typeof body, headers.get('www-authenticate')]).toEqual([expected, 'string', 'Bearer realm="svc"']);
  });

  it('is refused for a bound key and another agent, whether or not it exists', async () => {
    for (const id of ['support-bot', 'nobot', IDS.supportBot]) {
      const { status, body } = await ask({ ...READ, subject: { type: 'agent', id } }, { key: BOUND_KEY });
      expect([status, body]).toEqual([403, 'This API key is bound to another agent.']);
    }
    expect((await ask(READ, { key: BOUND_KEY })).body.decision).toBe(true);
  });

  it('knows only the names of its own organization', async () => {
    expect((await ask(READ, { key: GLOBEX_KEY })).body).toMatchObject({ context: { reason: 'unknown_resource' } });
  });

  it.each([
    ['a member twice', '{"subject":{"type":"a","id":"billing-bot","id":"support-bot"},"action":{"name":"READ_DATA"}}'],
    ['half of a surrogate pair', JSON.stringify(READ).replace('table', '\\ud800')],
    ['U+0000', JSON.stringify(READ).replace('table', '\\u0000')],
    ['text that is no JSON', '{"subject":'],
    ['an array', `[${JSON.stringify(READ)}]`],
    ['null', 'null'],
    ['too many levels', `{"context":${'['.repeat(200)}${']'.repeat(200)}}`],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
  ])('is refused for a body with %s', async (_, raw) => {
    for (const path of ['evaluation', 'evaluations']) {
      const { status, body } = await ask(undefined, { raw }, path);
      expect([status, typeof body]).toEqual([400, 'string']);
    }
  });

  it('is refused for a body of 1 MB', async () => {
    const { status, body } = await ask({ ...READ, padding: 'x'.repeat(1_048_576) });
    expect([status, typeof body]).toEqual([413, 'string']);
  });

  it('echoes an X-Request-ID of any printable form, also with an error', async () => {
    const { hostname, port } = new URL(service.baseUrl);
    const id = 'a b/c:"d" '.concat('z'.repeat(300));
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(Number(port), hostname, () => {
        const head = `POST /access/v1/evaluation HTTP/1.1\r\nHost: x\r\nX-Request-ID: ${id}\r\nConnection: close\r\n\r\n`;
        socket.write(head, 'latin1');
      });
      socket.setEncoding('latin1').on('data', (part: string) => (text += part));
      socket.on('end', () => resolve(text)).on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
    expect(answer).toContain(`x-request-id: ${id}\r\n`);
  });
});

describe('a batch', () => {
  const items = [{}, { action: { name: 'DELETE_DATA' }, resource: DELETE.resource }, { subject: 'x' }, 7, {}];

  it('answers each in its order, from its own parts and the defaults, and records each', async () => {
    const before = await eventCount();
    const { status, body } = await askAll({ ...READ, evaluations: items });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['evaluations']);
    expect(body.evaluations?.map(({ decision }) => decision)).toEqual([true, false, false, false, true]);
    expect(body.evaluations?.map(({ context }) => context?.error?.status)).toEqual([
      undefined,
      undefined,
      400,
      400,
      undefined,
    ]);
    const ids = body.evaluations?.flatMap(({ context }) => context?.evaluation_id ?? []);
    expect(new Set(ids).size).toBe(3);
    expect((await eventCount()) - before).toBe(3);
  });

  it.each([
    ['deny_on_first_deny', [true, false]],
    ['permit_on_first_permit', [true]],
    ['execute_all', [true, false, false, false, true]],
  ])('ends by %s', async (semantic, expected) => {
    const { body } = await askAll({ ...READ, evaluations: items, options: { evaluations_semantic: semantic } });
    expect(body.evaluations?.map(({ decision }) => decision)).toEqual(expected);
  });

  it('is decided once for a repeated X-Request-ID, each item by itself', async () => {
    const headers = { 'x-request-id': 'batch-1' };
    const ids = async () =>
      (await askAll({ ...READ, evaluations: [{}, {}] }, { headers })).body.evaluations?.map(
        ({ context }) => context?.evaluation_id,
      );
    const first = await ids();
    expect(new Set(first).size).toBe(2);
    expect(await ids()).toEqual(first);
  });

  it('has a bound, and is a single evaluation without items', async () => {
    expect((await askAll({ ...READ, evaluations: Array.from({ length: 51 }, () => ({})) })).status).toBe(400);
    expect((await askAll({ ...READ, evaluations: [] })).body.decision).toBe(true);
    expect((await askAll(READ)).body.decision).toBe(true);
    for (const wrong of [{ evaluations: {} }, { options: 1, evaluations: [{}] }]) {
      expect((await askAll({ ...READ, ...wrong })).status).toBe(400);
    }
    const options = { evaluations_semantic: 'any' };
    expect((await askAll({ ...READ, evaluations: [{}], options })).status).toBe(400);
  });
});

it('tells what is served', async () => {
  const { body } = await call<object>(service.baseUrl, '/.well-known/authzen-configuration', { key: null });
  expect(body).toEqual({
    policy_decision_point: service.baseUrl,
    access_evaluation_endpoint: `${service.baseUrl}/access/v1/evaluation`,
    access_evaluations_endpoint: `${service.baseUrl}/access/v1/evaluations`,
    access_request_endpoint: `${service.baseUrl}/access/v1/requests`,
    capabilities: ['urn:openid:authzen:capability:access-request'],
  });
});

it('counts each item of a batch towards the rate of its key, before any is decided', async () => {
  const strict = await strictProcess(service);
  const before = await eventCount();
  const path = '/access/v1/evaluations';
  const { status, body, headers } = await call<string>(strict.baseUrl, path, {
    body: { ...READ, evaluations: Array.from({ length: FEW_EVENTS + 1 }, () => ({})) },
  });
  expect([status, typeof body]).toEqual([429, 'string']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await eventCount()).toBe(before);
});

describe('the name of a tool', () => {
  const tool = (name: string, more: object = {}) => ask({ ...READ, action: { name }, ...more });

  it('is the act that the tool rules make of it, on the resource that they name', async () => {
    const rules = [
      { tools: 'crm_export*', action: 'EXPORT_DATA', resource: 'customers', destination: 'EXTERNAL_API' },
      { tools: 'crm_get', action: 'READ_DATA', resource: 'orders' },
      { tools: 'clock', decide: false },
    ];
    const applied = await call(service.baseUrl, '/v1/tool-rules/apply', {
      body: { toolRules: [{ name: 'CRM', rules }] },
    });
    expect(applied.status).toBe(200);
    const target = { resource: { type: 'tool', id: 'crm_export_all', properties: { destination: 'INTERNAL' } } };
    const held = (await tool('crm_export_all', target)).body;
    expect(held.context?.reason).toBe('approval_required');
    const [item] = (await owner.call<EventList>('/events?limit=1')).body.items;
    expect(item).toMatchObject({
      id: held.context?.evaluation_id,
      action: 'EXPORT_DATA',
      resource: { name: 'customers' },
      destination: 'EXTERNAL_API',
      door: 'AUTHZEN',
    });
    expect((await tool('crm_get')).body.decision).toBe(true);
    await owner.call(`/reviews/${held.context?.evaluation_id}/approve`, { body: {} });
    const context = { approval: { id: held.context?.evaluation_id } };
    expect((await tool('crm_get', { ...target, context })).body.context?.reason).toBe('out_of_scope');
    expect((await tool('crm_export_all', { ...target, context })).body.decision).toBe(true);
    expect((await tool('crm_export_all', { ...target, context })).body.decision).toBe(false);
  });

  it('is unknown where no rule takes it, and where the rules do not ask about it', async () => {
    for (const name of ['crm_delete', 'clock']) {
      expect((await tool(name)).body).toMatchObject({ decision: false, context: { reason: 'unknown_action' } });
    }
  });
});
