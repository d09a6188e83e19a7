// SPDX-License-Identifier: Apache-2.0
/** DELETE /agents/{id}: what refers to the agent is named; without a reference it goes, on every process. */
import type { Conflict, ErrorBody, HttpRoute } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, IDS, openOrganization, otherProcess, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let other: TestService;
let owner: Browser;
beforeAll(async () => {
  const policies = `
      - { name: Support reads, action: READ, resource: ANY, decision: ALLOW,
          condition: { agentIds: ["${IDS.supportBot}"] } }`;
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies }) });
  other = await otherProcess(service);
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const remove = (id: string) => owner.call<ErrorBody & { conflict?: Conflict }>(`/agents/${id}`, { method: 'DELETE' });

it('tells of keys, routes and policies', async () => {
  const route = { name: 'crm', baseUrl: 'https://api.crm.example', agents: ['support-bot'] };
  const { body: made } = await owner.call<HttpRoute>('/http-routes', { body: route });
  const refused = await remove(IDS.supportBot);
  expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
  expect(refused.body.message).toContain('the HTTP route crm and 1 more');
  expect(refused.body.conflict).toEqual({
    usedBy: [
      { type: 'http_route', id: made.id, name: 'crm' },
      { type: 'policy', id: expect.any(String), name: 'Support reads' },
    ],
    usedByTotal: 2,
  });
  expect((await remove(IDS.billingBot)).body.conflict?.usedBy).toMatchObject([
    { name: 'bound' },
    { name: 'bound-test' },
  ]);
});

it('ends an agent that nothing refers to', async () => {
  const body = { agent: 'reader-bot', resource: 'price-list', action: 'READ_DATA' };
  for (const { baseUrl } of [service, other]) expect((await call(baseUrl, '/v1/events', { body })).status).toBe(200);
  expect((await remove(IDS.readerBot)).status).toBe(204);
  for (const { baseUrl } of [service, other]) expect((await call(baseUrl, '/v1/events', { body })).status).toBe(404);
  expect((await remove(IDS.readerBot)).status).toBe(404);
});
