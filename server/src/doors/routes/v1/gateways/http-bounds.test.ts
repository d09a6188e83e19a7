// SPDX-License-Identifier: Apache-2.0
/** A hanging upstream costs a bounded number of connections, and affects no other call. */
import type { ServerResponse } from 'node:http';
import { UPSTREAM_TIMEOUT_MS_MAX } from '@svc/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { call, openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';
import { acmeWithRoutes, callHttp, ROUTES } from '#harness/service/gateways.ts';
import { startUpstream, type Upstream } from '#harness/upstream';
import { CALLS_PER_ROUTE_MAX } from '../../../../decisions/gateways/limits.ts';

const CALLS = 400;

let upstream: Upstream;
let service: TestService;
const held: ServerResponse[] = [];
beforeAll(async () => {
  upstream = await startUpstream(({ path }, reply) => {
    if (path.includes('/hangs')) held.push(reply);
    else reply.end('quick');
  });
  service = await openOrganization({
    provisioning: () =>
      acmeWithRoutes(upstream).replace('name: plain,', `name: plain, timeoutMs: ${UPSTREAM_TIMEOUT_MS_MAX},`),
  });
  // From now on the service knows the key, and looks it up without a limit.
  expect((await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION })).status).toBe(200);
});
afterAll(async () => {
  await service.stop();
  await upstream.stop();
});

it('bounds connections and calls in flight of a route, and leaves the others and other routes alone', async () => {
  let answered = 0;
  const hanging = Array.from({ length: CALLS }, () =>
    callHttp(service.baseUrl, { routeId: ROUTES.plain, path: '/hangs' }).finally(() => (answered += 1)),
  );
  const settled = Promise.all(hanging);
  await vi.waitFor(
    () => expect([held.length, answered]).toEqual([CALLS_PER_ROUTE_MAX, CALLS - CALLS_PER_ROUTE_MAX]),
    PATIENTLY,
  );
  expect(upstream.openConnections()).toBe(CALLS_PER_ROUTE_MAX);
  const other = await callHttp(service.baseUrl, { routeId: ROUTES.crm, path: '/quick' });
  expect(other.body.gateway.upstream).toMatchObject({ status: 200, truncatedBody: 'quick' });
  expect((await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION })).status).toBe(200);
  for (const reply of held) reply.end('late');
  const answers = await settled;
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const errors = answers.map(({ body }) => body.gateway.upstream?.error);
  expect(errors.filter((error) => error === null)).toHaveLength(CALLS_PER_ROUTE_MAX);
  expect(errors.filter((error) => error === 'upstream busy')).toHaveLength(CALLS - CALLS_PER_ROUTE_MAX);
  const again = await callHttp(service.baseUrl, { routeId: ROUTES.plain, path: '/quick' });
  expect(again.body.gateway.upstream).toMatchObject({ status: 200, error: null });
});
