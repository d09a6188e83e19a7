// SPDX-License-Identifier: Apache-2.0
/** The calls of one organization leave room for the others: in all, and to a host that they share. */
import type { ServerResponse } from 'node:http';
import { UPSTREAM_TIMEOUT_MS_MAX } from '@svc/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { call, GLOBEX_KEY, idOf, openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';
import { acmeWithRoutes, callHttp } from '#harness/service/gateways.ts';
import { startUpstream, type Upstream } from '#harness/upstream';
import { CALLS_PER_ROUTE_MAX } from '../../../../decisions/gateways/limits.ts';
import { SHARED_PLACES } from '../../../../platform/shares/index.ts';

const { atOnceMax: CALLS_MAX, perHolderMax: CALLS_PER_OWNER_MAX } = SHARED_PLACES.calls;

/** Ends a wait for what does not come. */
const ROUTES_OF_ACME = Array.from({ length: CALLS_MAX / CALLS_PER_ROUTE_MAX }, (_, at) => idOf(`f00${at}`));
const ROUTE_OF_GLOBEX = idOf('f100');

let upstream: Upstream;
let service: TestService;
const held: ServerResponse[] = [];
beforeAll(async () => {
  upstream = await startUpstream(({ path }, reply) => {
    if (path === '/hangs') held.push(reply);
    else reply.end('quick');
  });
  const routeOf = (id: string, name: string) =>
    `      - { id: ${id}, name: ${name}, baseUrl: "http://shared.test:${upstream.port}", timeoutMs: ${UPSTREAM_TIMEOUT_MS_MAX} }\n`;
  const routes = ROUTES_OF_ACME.map((id, at) => routeOf(id, `shared-${at}`)).join('');
  const acme = acmeWithRoutes(upstream).replace('    httpRoutes:\n', `    httpRoutes:\n${routes}`);
  service = await openOrganization({
    provisioning: () => `${acme}    httpRoutes:\n${routeOf(ROUTE_OF_GLOBEX, 'shared')}`,
  });
  // From now on the service knows the key, and looks it up without a limit.
  expect((await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION })).status).toBe(200);
});
afterAll(async () => {
  await service.stop();
  await upstream.stop();
});

it('holds for an organization all of whose routes lead to a host that hangs', async () => {
  let answered = 0;
  const hanging = ROUTES_OF_ACME.flatMap((routeId) =>
    Array.from({ length: CALLS_PER_ROUTE_MAX }, () =>
      callHttp(service.baseUrl, { routeId, path: '/hangs' }).finally(() => (answered += 1)),
    ),
  );
  const settled = Promise.all(hanging);
  await vi.waitFor(
    () => expect([held.length, answered]).toEqual([CALLS_PER_OWNER_MAX, CALLS_MAX - CALLS_PER_OWNER_MAX]),
    PATIENTLY,
  );
  const { body } = await callHttp(
    service.baseUrl,
    { routeId: ROUTE_OF_GLOBEX, path: '/quick', resource: 'customers' },
    { key: GLOBEX_KEY },
  );
  expect(body.gateway.upstream).toMatchObject({ status: 200, truncatedBody: 'quick', error: null });
  for (const reply of held) reply.end('late');
  const errors = (await settled).map((answer) => answer.body.gateway.upstream?.error);
  expect(errors.filter((error) => error === null)).toHaveLength(CALLS_PER_OWNER_MAX);
  expect(errors.filter((error) => error === 'upstream busy')).toHaveLength(CALLS_MAX - CALLS_PER_OWNER_MAX);
});
