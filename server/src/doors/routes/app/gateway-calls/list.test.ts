// SPDX-License-Identifier: Apache-2.0
/** GET /gateway-calls lists the calls of both gateways, newest first, by any filters. */
import type { ServerResponse } from 'node:http';
import type { GatewayCallList } from '@svc/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { call, IDS, LIVE_KEY, mailOf, openOrganization, PEOPLE, TEST_KEY, type TestService } from '#harness/service';
import { acmeWithRoutes, callHttp, callMcp, ROUTES, SECRETS } from '#harness/service/gateways.ts';
import { type Browser, signIn } from '#harness/service/sessions.ts';
import { startUpstream, type Upstream } from '#harness/upstream';

const globexOwner = () => `
      - { email: ${mailOf('greta', 'globex')}, name: Greta, password: "correct horse battery", role: OWNER }`;

let upstream: Upstream;
let service: TestService;
let owner: Browser;
const held: ServerResponse[] = [];
const idOf: Record<string, string> = {};
beforeAll(async () => {
  upstream = await startUpstream((request, reply) => {
    if (request.path.startsWith('/held')) held.push(reply);
    else reply.writeHead(204).end();
  });
  const provisioning = acmeWithRoutes(upstream).replace('users: []', `users:${globexOwner()}`);
  service = await openOrganization({ provisioning: () => provisioning });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  const { baseUrl } = service;
  const who = { agent: 'support-bot', resource: 'orders' };
  idOf.forwarded = (await callHttp(baseUrl, { routeId: ROUTES.crm, path: '/x', method: 'PUT' })).body.id;
  idOf.failed = (await callHttp(baseUrl, { routeId: ROUTES.away, path: '/' }, { key: TEST_KEY })).body.id;
  idOf.decided = (await callHttp(baseUrl, {})).body.id;
  idOf.blocked = (
    await callHttp(baseUrl, { routeId: ROUTES.crm, resource: 'customers', action: 'DELETE_DATA' })
  ).body.id;
  idOf.tool = (await callMcp(baseUrl, { ...who, routeId: ROUTES.tools, tool: 'get_Orders' })).body.id;
  await call(baseUrl, '/v1/events', { body: { ...who, action: 'READ_DATA' } });
});
afterAll(async () => {
  await service.stop();
  await upstream.stop();
});

const list = async (query: Record<string, string> = {}, browser = owner) =>
  await browser.call<GatewayCallList>(`/gateway-calls?${new URLSearchParams(query)}`);
const listAll = async () => {
  const [live, sandbox] = await Promise.all([list(), list({ sandbox: 'true' })]);
  return [...live.body.items, ...sandbox.body.items];
};
const namesOf = ({ items }: Pick<GatewayCallList, 'items'>) =>
  items.map(({ eventId }) => Object.keys(idOf).find((name) => idOf[name] === eventId));

it('shows each call with what was decided and what became of it, newest first', async () => {
  const items = await listAll();
  expect(namesOf({ items })).toEqual(['tool', 'blocked', 'decided', 'forwarded', 'failed']);
  const [tool, blocked, decided, forwarded, failed] = items;
  const agent = { id: IDS.billingBot, name: 'billing-bot' };
  expect(forwarded).toEqual({
    eventId: idOf.forwarded,
    createdAt: expect.stringMatching(/Z$/),
    protocol: 'HTTP',
    route: { id: ROUTES.crm, name: 'crm' },
    tool: null,
    method: 'PUT',
    agent,
    keyPrefix: LIVE_KEY.slice(0, 16),
    testKey: false,
    decision: 'ALLOW',
    credentialId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    proxied: true,
    finishedAt: expect.stringMatching(/Z$/),
    upstreamStatus: 204,
    upstreamError: null,
    latencyMs: expect.any(Number),
  });
  expect(failed).toMatchObject({
    testKey: true,
    proxied: true,
    upstreamStatus: null,
    upstreamError: 'connection refused',
  });
  expect(decided).toMatchObject({ route: null, proxied: false, upstreamStatus: null, latencyMs: null });
  expect(blocked).toMatchObject({ decision: 'BLOCK', proxied: false, credentialId: null, finishedAt: null });
  expect(tool).toMatchObject({ protocol: 'MCP', tool: 'get_Orders', method: null, route: { name: 'crm-tools' } });
  for (const secret of Object.values(SECRETS)) expect(JSON.stringify(items)).not.toContain(secret);
});

it.each<[Record<string, string>, string[]]>([
  [{ protocol: 'MCP' }, ['tool']],
  [{ agent: 'billing-bot' }, ['blocked', 'decided', 'forwarded']],
  [{ agent: IDS.supportBot.toUpperCase() }, ['tool']],
  [{ route: 'crm' }, ['blocked', 'forwarded']],
  [{ route: ROUTES.away }, []],
  [{ route: ROUTES.away, sandbox: 'true' }, ['failed']],
  [{ decision: 'BLOCK' }, ['blocked']],
  [{ sandbox: 'true' }, ['failed']],
  [{ sandbox: 'false', decision: 'ALLOW' }, ['tool', 'decided', 'forwarded']],
  [{ q: 'GET_ORD' }, ['tool']],
  [{ q: 'crm' }, ['tool', 'blocked', 'forwarded']],
  [{ q: 'key_test' }, []],
  [{ q: 'key_test', sandbox: 'true' }, ['failed']],
  [{ q: '%' }, []],
  [{ from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' }, []],
  [{ from: '2020-01-01T00:00:00Z', protocol: 'MCP' }, ['tool']],
])('is filtered by %o', async (query, names) => {
  expect(namesOf((await list(query)).body)).toEqual(names);
});

it('finds a call by the id of its event, in any case of its letters', async () => {
  expect(namesOf((await list({ q: (idOf.decided ?? '').toUpperCase() })).body)).toEqual(['decided']);
});

it('is read page by page', async () => {
  const seen: (string | undefined)[] = [];
  let cursor: string | null = null;
  do {
    const page: GatewayCallList = (await list({ limit: '2', ...(cursor === null ? {} : { cursor }) })).body;
    seen.push(...namesOf(page));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual(['tool', 'blocked', 'decided', 'forwarded']);
});

it('has ids that begin with the moment of the call, by which times are compared', async () => {
  const items = await listAll();
  expect(items.map(({ eventId }) => Number.parseInt(eventId.replace('-', '').slice(0, 12), 16))).toEqual(
    items.map(({ createdAt }) => Date.parse(createdAt)),
  );
});

it('takes calls from a moment on, and up to before another', async () => {
  const { items } = (await list()).body;
  const at = String(items[2]?.createdAt);
  const within = async (query: Record<string, string>) => (await list(query)).body.items;
  expect(await within({ from: at })).toEqual(items.filter(({ createdAt }) => createdAt >= at));
  expect(await within({ to: at })).toEqual(items.filter(({ createdAt }) => createdAt < at));
  expect(await within({ from: at, to: at })).toEqual([]);
  const shifted = new Date(Date.parse(at) + 7_200_000).toISOString().replace('Z', '+02:00');
  expect(await within({ from: shifted, decision: 'ALLOW' })).toEqual(
    items.filter(({ createdAt, decision }) => createdAt >= at && decision === 'ALLOW'),
  );
});

it.each<Record<string, string>>([
  { limit: '0' },
  { limit: '201' },
  { cursor: 'x' },
  { from: 'yesterday' },
  { to: '2026-13-01T00:00:00Z' },
  { protocol: 'FTP' },
  { decision: 'MAYBE' },
  { sandbox: '1' },
  { testKey: 'true' },
  { unknown: 'x' },
  { q: 'x'.repeat(101) },
])('refuses %o', async (query) => {
  expect((await list(query)).status).toBe(400);
});

it('shows nothing of another organization', async () => {
  const greta = await signIn(service.baseUrl, mailOf('greta', 'globex'));
  expect((await list({}, greta)).body).toEqual({ items: [], nextCursor: null, searchedBackTo: null });
});

it('shows a call that is under way as forwarded and not finished', async () => {
  const call = callHttp(service.baseUrl, { routeId: ROUTES.plain, path: '/held' });
  await vi.waitFor(() => expect(held).toHaveLength(1), PATIENTLY);
  const [underWay] = (await list({ limit: '1' })).body.items;
  expect(underWay).toMatchObject({
    route: { id: ROUTES.plain, name: 'plain' },
    decision: 'ALLOW',
    proxied: true,
    finishedAt: null,
    upstreamStatus: null,
    upstreamError: null,
    latencyMs: null,
  });
  held.pop()?.writeHead(203).end();
  const { body } = await call;
  const [finished] = (await list({ limit: '1' })).body.items;
  expect([underWay?.eventId, finished?.eventId]).toEqual([body.id, body.id]);
  expect(finished).toMatchObject({ proxied: true, finishedAt: expect.stringMatching(/Z$/), upstreamStatus: 203 });
});
