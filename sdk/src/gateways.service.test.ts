// SPDX-License-Identifier: Apache-2.0
/** Both gateways of the real service, through the client. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { acmeWithRoutes, READ_ORDERS, ROUTES } from '#harness/service/gateways.ts';
import { startUpstream, type Upstream } from '#harness/upstream';
import { createClient, type SvcClient } from './index.ts';

let upstream: Upstream;
let service: TestService;
let client: SvcClient;
beforeAll(async () => {
  upstream = await startUpstream((_request, reply) => void reply.writeHead(207).end('{"ok":true}'));
  service = await openOrganization({ provisioning: () => acmeWithRoutes(upstream) });
  client = createClient({ apiKey: LIVE_KEY, baseUrl: service.baseUrl });
});
afterAll(async () => {
  await service.stop();
  await upstream.stop();
});

it('has an allowed call forwarded, and forwards nothing twice for one key', async () => {
  const call = { ...READ_ORDERS, routeId: ROUTES.crm, path: '/orders?id=1', method: 'POST', body: { a: 1 } } as const;
  const options = { idempotencyKey: 'forward-1' };
  const first = await client.gateway.http(call, options);
  expect(first).toMatchObject({
    degraded: false,
    finalDecision: 'ALLOW',
    gateway: { protocol: 'HTTP', routeId: ROUTES.crm, proxied: true, upstream: { status: 207, error: null } },
  });
  await client.gateway.http(call, options);
  expect(upstream.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/v1/orders?id=1', '{"a":1}'],
  ]);
});

it('forwards nothing that is blocked', async () => {
  const before = upstream.requests.length;
  const blocked = { agent: 'billing-bot', action: 'DELETE_DATA', resource: 'customers', routeId: ROUTES.crm } as const;
  expect(await client.gateway.http(blocked)).toMatchObject({
    finalDecision: 'BLOCK',
    gateway: { proxied: false, upstream: null },
  });
  expect(upstream.requests).toHaveLength(before);
});

it('decides an MCP tool call by its name, with the defaults of its route', async () => {
  expect(await client.gateway.mcp({ routeId: ROUTES.tools, tool: 'list_orders', arguments: { id: 1 } })).toMatchObject({
    finalDecision: 'ALLOW',
    gateway: { protocol: 'MCP', tool: 'list_orders', mappedAction: 'READ_DATA', allowed: true },
  });
  const deletion = { agent: 'billing-bot', resource: 'customers', tool: 'deleteCustomer' };
  expect(await client.gateway.mcp(deletion)).toMatchObject({
    finalDecision: 'BLOCK',
    gateway: { mappedAction: 'DELETE_DATA', allowed: false },
  });
});

it('raises a route that is not there', async () => {
  const call = { ...READ_ORDERS, routeId: ROUTES.tools };
  await expect(client.gateway.http(call, { failMode: 'open' })).rejects.toMatchObject({ name: 'NotFoundError' });
});
