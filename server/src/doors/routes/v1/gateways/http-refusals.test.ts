// SPDX-License-Identifier: Apache-2.0
/** A refused call is neither decided nor forwarded, and the answer says what to do instead. */
import { REQUEST_BODY_BYTES_MAX } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BOUND_KEY,
  EXPIRED_KEY,
  GLOBEX_KEY,
  OFFICE_KEY,
  openOrganization,
  TEST_KEY,
  type TestService,
} from '#harness/service';
import { acmeWithRoutes, callHttp, READ_ORDERS, ROUTES } from '#harness/service/gateways.ts';
import { readRows } from '#harness/service/rows.ts';
import { startUpstream, type Upstream } from '#harness/upstream';

let upstream: Upstream;
let service: TestService;
beforeAll(async () => {
  upstream = await startUpstream((_request, reply) => reply.end('{}'));
  service = await openOrganization({ provisioning: () => acmeWithRoutes(upstream) });
});
afterAll(async () => {
  expect(await readRows(service.database, 'SELECT count(*)::int AS events FROM svc.events')).toEqual([{ events: 0 }]);
  expect(upstream.requests).toEqual([]);
  await service.stop();
  await upstream.stop();
});

const send = (body: Record<string, unknown>, options = {}) => callHttp(service.baseUrl, body, options);

describe('400', () => {
  it.each([
    ['path', { path: 'no-slash' }],
    ['path', { path: '' }],
    ['path', { path: 1 }],
    ['path', { path: `/${'x'.repeat(1_000)}` }],
    ['path', { path: '//evil.test/' }],
    ['path', { path: '/a/../../b' }],
    ['path', { path: '/%2e%2e/b' }],
    ['path', { path: '/a%2fb' }],
    ['path', { path: '/a\r\nX: y' }],
    ['path', { path: '/a#b' }],
    ['path', { path: '/\\evil.test' }],
    ['path', { path: '/../', routeId: undefined }],
    ['method', { method: 'TRACE' }],
    ['method', { method: 'get' }],
    ['method', { method: null }],
    ['routeId', { routeId: 'crm' }],
    ['routeId', { routeId: 1 }],
    ['action', { action: 'NONE' }],
    ['action', { action: undefined }],
    ['agent', { agent: undefined }],
    ['resource', { resource: undefined }],
    ['recordsAffected', { recordsAffected: -1 }],
    ['headers', { headers: { Host: 'evil.test' } }],
    ['url', { url: 'http://evil.test' }],
  ])('for %s: %o', async (field, body) => {
    const answer = await send({ routeId: ROUTES.crm, path: '/', ...body });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe('validation_error');
    expect(Object.keys(answer.body.fields ?? {})).toContain(field);
  });

  it('for a body that is no JSON object, too deep, or empty', async () => {
    for (const raw of [
      '',
      '[]',
      'null',
      '{',
      '"x"',
      `{"body":${'['.repeat(200)}${']'.repeat(200)}}`,
      '{"body":"\\u0000"}',
    ]) {
      expect((await send({}, { body: undefined, raw })).status).toBe(400);
    }
  });
});

describe('401 and 403 of the key', () => {
  it.each([
    [401, { key: null }],
    [401, { key: EXPIRED_KEY }],
    [403, { key: OFFICE_KEY }],
  ])('are as on every route: %i', async (status, options) => {
    expect((await send({ routeId: ROUTES.crm, path: '/' }, options)).status).toBe(status);
  });

  it('for a key that is bound to another agent', async () => {
    expect((await send({ routeId: ROUTES.crm, agent: 'support-bot' }, { key: BOUND_KEY })).status).toBe(403);
  });
});

describe('403 of the route', () => {
  it.each([
    ['resource', { resource: 'price-list' }],
    ['agent', { agent: 'support-bot' }],
    ['action', { action: 'DELETE_DATA' }],
    ['method', { method: 'DELETE' }],
    ['method', { method: 'PUT' }],
  ])('for a %s outside its restriction', async (what, body) => {
    const answer = await send({ routeId: ROUTES.restricted, path: '/', ...body });
    expect(answer.status).toBe(403);
    expect(answer.body.message).toBe(`This route may not be used with this ${what}.`);
  });
});

describe('404', () => {
  it.each([
    ['of nobody', { routeId: '018f0000-0000-7000-8000-00000000cfff' }, {}],
    ['of the other gateway', { routeId: ROUTES.tools }, {}],
    ['of another organization', { routeId: ROUTES.crm, resource: 'customers' }, { key: GLOBEX_KEY }],
  ])('for a route %s', async (_what, body, options) => {
    const answer = await send({ path: '/', ...body }, options);
    expect(answer.status).toBe(404);
    expect(answer.body.message).toBe('The organization has no such route of this gateway.');
  });

  it('for an unknown agent or resource', async () => {
    expect((await send({ routeId: ROUTES.crm, agent: 'nobody' })).status).toBe(404);
    expect((await send({ routeId: ROUTES.crm, resource: 'nothing' })).status).toBe(404);
  });
});

describe('413', () => {
  const frame = JSON.stringify({ ...READ_ORDERS, routeId: ROUTES.crm, method: 'POST', body: '' });
  /** @param agent an unknown one, where even a valid body must not be forwarded */
  const raw = (bytes: number, agent: string = READ_ORDERS.agent) => {
    const named = frame.replace(READ_ORDERS.agent, agent);
    return named.replace('"body":""', `"body":"${'x'.repeat(bytes - named.length)}"`);
  };
  const over = raw(REQUEST_BODY_BYTES_MAX + 1);

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/octet-stream',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'text/plain',
    'application/nonsense',
  ])('for more than 200 KB of %s', async (type) => {
    expect(over).toHaveLength(REQUEST_BODY_BYTES_MAX + 1);
    const headers = { 'content-type': type };
    expect(await send({}, { body: undefined, raw: over, headers })).toMatchObject({
      status: 413,
      body: { error: 'payload_too_large' },
    });
  });

  it.each([
    ['of the tests', TEST_KEY],
    ['that is bound to the agent', BOUND_KEY],
    ['that is bound to another agent than the body names', BOUND_KEY, 'support-bot'],
    ['of an organization without the route', GLOBEX_KEY],
  ])('for more than 200 KB with a key %s', async (_what, key, agent?: string) => {
    const body = raw(REQUEST_BODY_BYTES_MAX + 1, agent);
    expect(await send({}, { body: undefined, raw: body, key })).toMatchObject({
      status: 413,
      body: { error: 'payload_too_large' },
    });
  });

  it('is no matter of a key that may not ask at all, and no longer of 200 KB', async () => {
    for (const [status, key] of [
      [401, null],
      [401, EXPIRED_KEY],
      [403, OFFICE_KEY],
    ] as const) {
      expect((await send({}, { body: undefined, raw: over, key })).status).toBe(status);
    }
    const fits = raw(REQUEST_BODY_BYTES_MAX, 'nobody');
    expect(fits).toHaveLength(REQUEST_BODY_BYTES_MAX);
    expect((await send({}, { body: undefined, raw: fits })).status).toBe(404);
  });
});
