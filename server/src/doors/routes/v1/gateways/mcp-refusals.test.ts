// SPDX-License-Identifier: Apache-2.0
/** A refused call is not decided, and the answer says what to do instead. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOUND_KEY, GLOBEX_KEY, OFFICE_KEY, openOrganization, type TestService } from '#harness/service';
import { acmeWithRoutes, callMcp, ROUTES } from '#harness/service/gateways.ts';
import { readRows } from '#harness/service/rows.ts';
import { startUpstream, type Upstream } from '#harness/upstream';

let upstream: Upstream;
let service: TestService;
beforeAll(async () => {
  upstream = await startUpstream((_request, reply) => reply.end());
  service = await openOrganization({ provisioning: () => acmeWithRoutes(upstream) });
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
  const refused = async (body: Record<string, unknown>, options: object) => {
    const answer = await send(body, options);
    return [answer.status, answer.body.error];
  };
  expect(await refused({}, { key: null })).toEqual([401, 'unauthorized']);
  expect(await refused({}, { key: OFFICE_KEY })).toEqual([403, 'forbidden']);
  expect(await refused({ agent: 'support-bot' }, { key: BOUND_KEY })).toEqual([403, 'forbidden']);
});

it.each([
  ['a route of nobody', { routeId: '018f0000-0000-7000-8000-00000000dfff' }, {}],
  ['a route of the other gateway', { routeId: ROUTES.crm }, {}],
  ['a route of another organization', { routeId: ROUTES.tools, resource: 'customers' }, { key: GLOBEX_KEY }],
  ['an agent of nobody', { agent: 'nobody' }, {}],
  ['a resource of nobody', { resource: 'nothing' }, {}],
])('404 for %s', async (_what, body, options) => {
  const answer = await send(body, options);
  expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
});

it('413 for more than 200 KB', async () => {
  const answer = await send({ arguments: { text: 'x'.repeat(204_800) } });
  expect([answer.status, answer.body.error]).toEqual([413, 'payload_too_large']);
});
