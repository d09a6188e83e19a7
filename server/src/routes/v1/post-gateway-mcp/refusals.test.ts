/** What is refused is not decided, and says what to do instead. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acmeWithRoutes, callMcp, ROUTES } from '../../../../../test/harness/service/gateways.ts';
import {
  BOUND_KEY,
  GLOBEX_KEY,
  OFFICE_KEY,
  startTestService,
  type TestService,
} from '../../../../../test/harness/service/index.ts';
import { readRows } from '../../../../../test/harness/service/rows.ts';
import { startUpstream, type Upstream } from '../../../../../test/harness/upstream/index.ts';

let upstream: Upstream;
let service: TestService;
beforeAll(async () => {
  upstream = await startUpstream((_request, reply) => reply.end());
  service = await startTestService({ provisioning: acmeWithRoutes(upstream) });
});
afterAll(async () => {
  expect(await readRows(service.database, `SELECT count(*)::int AS events FROM svc.events`)).toEqual([{ events: 0 }]);
  await service.stop();
  await upstream.stop();
});

const send = (body: Record<string, unknown>, options = {}) =>
  callMcp(service.baseUrl, { tool: 'get_x', agent: 'billing-bot', resource: 'orders', ...body }, options);

describe('400', () => {
  it.each([
    ['tool', { tool: '' }],
    ['tool', { tool: 'x'.repeat(201) }],
    ['tool', { tool: undefined }],
    ['tool', { tool: 1 }],
    ['arguments', { arguments: [] }],
    ['arguments', { arguments: 'x' }],
    ['arguments', { arguments: null }],
    ['routeId', { routeId: 'crm-tools' }],
    ['action', { action: 'READ_DATA' }],
    ['agent', { agent: undefined }],
    ['agent', { agent: undefined, routeId: ROUTES.bare }],
    ['resource', { resource: undefined, routeId: ROUTES.bare }],
  ])('for %s: %o', async (field, body) => {
    const answer = await send(body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields ?? {})).toContain(field);
  });
});

it('401 without a key, 403 from elsewhere and for another agent than the one of the key', async () => {
  expect((await send({}, { key: null })).status).toBe(401);
  expect((await send({}, { key: OFFICE_KEY })).status).toBe(403);
  expect((await send({ agent: 'support-bot' }, { key: BOUND_KEY })).status).toBe(403);
});

it('404 for a route of nobody, of the other gateway and of another organization', async () => {
  for (const routeId of ['018f0000-0000-7000-8000-00000000dfff', ROUTES.crm]) {
    expect((await send({ routeId })).status).toBe(404);
  }
  expect((await send({ routeId: ROUTES.tools, resource: 'customers' }, { key: GLOBEX_KEY })).status).toBe(404);
});

it('413 for more than 200 KB', async () => {
  expect((await send({ arguments: { text: 'x'.repeat(204_800) } })).status).toBe(413);
});
