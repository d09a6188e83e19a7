/** The calls of one organization leave room for the others: in all, and to a host that they share. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { GLOBEX_KEY, idOf, openOrganization, type TestService } from '#harness/service';
import { acmeWithRoutes, callHttp } from '#harness/service/gateways.ts';
import { startUpstream, type Upstream } from '#harness/upstream';
import { CALLS_MAX, CALLS_PER_OWNER_MAX } from '../../../../egress/limits.ts';
import { CALLS_PER_ROUTE_MAX } from '../../../../gateways/limits.ts';

const TIMEOUT_MS = 6_000;
const ROUTES_OF_ACME = Array.from({ length: CALLS_MAX / CALLS_PER_ROUTE_MAX }, (_, at) => idOf(`f00${at}`));
const ROUTE_OF_GLOBEX = idOf('f100');

let upstream: Upstream;
let service: TestService;
beforeAll(async () => {
  upstream = await startUpstream(({ path }, reply) => {
    if (path !== '/hangs') reply.end('quick');
  });
  const routeOf = (id: string, name: string) =>
    `      - { id: ${id}, name: ${name}, baseUrl: "http://shared.test:${upstream.port}", timeoutMs: ${TIMEOUT_MS} }\n`;
  const routes = ROUTES_OF_ACME.map((id, at) => routeOf(id, `shared-${at}`)).join('');
  const acme = acmeWithRoutes(upstream).replace('    httpRoutes:\n', `    httpRoutes:\n${routes}`);
  service = await openOrganization({
    provisioning: () => `${acme}    httpRoutes:\n${routeOf(ROUTE_OF_GLOBEX, 'shared')}`,
  });
});
afterAll(async () => {
  await service.stop();
  await upstream.stop();
});

it('holds for an organization all of whose routes lead to a host that hangs', async () => {
  const hanging = ROUTES_OF_ACME.flatMap((routeId) =>
    Array.from({ length: CALLS_PER_ROUTE_MAX }, () => callHttp(service.baseUrl, { routeId, path: '/hangs' })),
  );
  const settled = Promise.all(hanging);
  await vi.waitFor(() => expect(upstream.openConnections()).toBe(CALLS_PER_OWNER_MAX), { timeout: TIMEOUT_MS });
  const { body } = await callHttp(
    service.baseUrl,
    { routeId: ROUTE_OF_GLOBEX, path: '/quick', resource: 'customers' },
    { key: GLOBEX_KEY },
  );
  expect(body.gateway.upstream).toMatchObject({ status: 200, truncatedBody: 'quick', error: null });
  const errors = (await settled).map((answer) => answer.body.gateway.upstream?.error);
  expect(errors.filter((error) => error === 'time-out')).toHaveLength(CALLS_PER_OWNER_MAX);
  expect(errors.filter((error) => error === 'upstream busy')).toHaveLength(CALLS_MAX - CALLS_PER_OWNER_MAX);
});
