// SPDX-License-Identifier: Apache-2.0
/** POST /http-routes/{id}/check: one call with the credential, no decision; the answer holds nothing of the upstream's. */
import type { AppErrorBody, AuditList, HttpRoute, UpstreamCheck } from '@svc/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { startUpstream, type Upstream } from '#harness/upstream';

const SECRET = 'hush-4f9a77c1d0';

let upstream: Upstream;
let service: TestService;
let owner: Browser;
let routeId: string;
beforeAll(async () => {
  upstream = await startUpstream(({ path }, reply) => {
    if (path.startsWith('/v1/silent')) return;
    reply.writeHead(path.startsWith('/v1/locked') ? 401 : 200, { 'x-inner': SECRET });
    reply.end(`the body says ${SECRET}`);
  });
  service = await openOrganization({ provisioning: acmeWithPeople });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  const credential = { type: 'API_KEY_HEADER', secret: SECRET };
  await owner.call('/integrations', { body: { name: 'crm', kind: 'HTTP', allowedHosts: ['127.0.0.1'], credential } });
  const crm = { name: 'crm', baseUrl: `${upstream.url}/v1`, integration: 'crm', secret: SECRET };
  const body = { ...crm, methods: ['GET', 'POST'], timeoutMs: 300 };
  routeId = (await owner.call<HttpRoute>('/http-routes', { body })).body.id;
});
afterAll(async () => {
  await service.stop();
  await upstream.stop();
});
beforeEach(async () => {
  upstream.requests.length = 0;
  await readRows(service.database, 'DELETE FROM svc.rate_windows');
});

const check = (body: object = {}, id = routeId) =>
  owner.call<UpstreamCheck & AppErrorBody>(`/http-routes/${id}/check`, { method: 'POST', body });
const eventCount = async () => (await readRows<{ n: number }>(service.database, COUNT))[0]?.n;
const COUNT = 'SELECT count(*)::integer AS n FROM svc.events';

it('asks once, with the credential, and tells status and time alone', async () => {
  const before = await eventCount();
  const { status, body } = await check({ path: '/customers?id=4', method: 'POST' });
  expect([status, Object.keys(body).sort()]).toEqual([
    200,
    ['fault', 'host', 'latencyMs', 'messageFault', 'reachable', 'status', 'withCredential'],
  ]);
  const host = `127.0.0.1:${upstream.port}`;
  expect(body).toMatchObject({ reachable: true, host, withCredential: true, status: 200, fault: null });
  expect(upstream.requests).toMatchObject([{ method: 'POST', path: '/v1/customers?id=4', body: '' }]);
  expect(upstream.requests[0]?.headers['x-api-key']).toBe(SECRET);
  expect(await eventCount()).toBe(before);
  expect(JSON.stringify(body) + service.logged()).not.toContain(SECRET);
});

it('leaves an audit entry, without the path', async () => {
  await check({ path: '/people/maria' });
  const { items } = (await owner.call<AuditList>('/audit?limit=1')).body;
  expect(items[0]).toMatchObject({
    kind: 'http_route.checked',
    subject: { type: 'http_route', id: routeId },
    metadata: { name: 'crm', method: 'GET', status: 200, fault: null, withCredential: true, actorRole: 'OWNER' },
  });
  expect(JSON.stringify(items[0])).not.toMatch(/maria|hush/);
});

it.each([
  [{ path: '/locked' }, { reachable: true, status: 401, fault: null }],
  [{ path: '/silent' }, { reachable: false, status: null, fault: 'TIME_OUT' }],
])('%j finds %j', async (body, found) => {
  expect((await check(body)).body).toMatchObject(found);
});

it('finds an address that the service refuses, and one where nothing listens', async () => {
  const add = async (name: string, baseUrl: string) =>
    (await owner.call<HttpRoute>('/http-routes', { body: { name, baseUrl } })).body.id;
  const away = await add('away', 'http://127.0.0.1:1/');
  const found = await check({}, away);
  expect(found.body).toMatchObject({ reachable: false, withCredential: false, fault: 'CONNECTION_REFUSED' });
  const inside = await add('inside', 'http://inside.example/');
  await readRows(service.database, `UPDATE svc.http_routes SET base_url = 'http://169.254.169.254/' WHERE id = $1`, [
    inside,
  ]);
  const { body } = await owner.call<HttpRoute>(`/http-routes/${inside}`, { method: 'PATCH', body: { scanBody: true } });
  expect(body.baseUrl).toBe('http://169.254.169.254/');
  expect((await check({}, inside)).body).toMatchObject({ status: null, fault: 'ADDRESS_REFUSED' });
});

it.each([
  [{ method: 'DELETE' }, 'method'],
  [{ path: 'customers' }, 'path'],
  [{ path: '/../admin' }, 'path'],
  [{ path: `/${'x'.repeat(1_000)}` }, 'path'],
  [{ path: '/a\nb' }, 'path'],
  [{ headers: {} }, 'headers'],
])('refuses case %# before it asks, and names its field', async (body, field) => {
  const answer = await check(body);
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
  expect(upstream.requests).toEqual([]);
});

it('answers 429 after 20 checks of the organization in a minute, of whatever kind', async () => {
  const found = await Promise.all(Array.from({ length: 25 }, () => check()));
  expect(found.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(found.filter(({ status }) => status === 429)).toHaveLength(5);
  // Some of a crowd may run out of the time of the route before they are sent.
  expect(upstream.requests.length).toBeLessThanOrEqual(20);
});
