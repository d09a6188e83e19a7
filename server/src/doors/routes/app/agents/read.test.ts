// SPDX-License-Identifier: Apache-2.0
/** GET /agents/{id}: what an agent may do, what it did, its keys, its pauses, and what refers to it. */
import type { AgentDetail } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countRecorded } from '#harness/history';
import { BOUND_KEY, call, IDS, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
const POLICY = `
      - { name: Bots read, action: READ, resource: ANY, decision: ALLOW,
          condition: { anyOf: [{ agentIds: ["${IDS.billingBot.toUpperCase()}"] }, { minRecords: 1 }] } }`;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: POLICY }) });
});
afterAll(() => service.stop());

it('shows all of it', async () => {
  const member = await signIn(service.baseUrl, PEOPLE.member);
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  for (const resource of ['orders', 'customers', 'orders']) {
    const body = { resource, action: 'READ_DATA' };
    await call(service.baseUrl, '/v1/events', { key: BOUND_KEY, body });
  }
  await owner.call('/mcp-routes', { body: { name: 'tools', agent: 'billing-bot' } });
  await countRecorded(service);
  const { body } = await member.call<AgentDetail>(`/agents/${IDS.billingBot}`);
  const day = new Date().toISOString().slice(0, 10);
  expect(body).toMatchObject({
    name: 'billing-bot',
    firstReviewExpiresAt: null,
    activity: { asked: 3 },
    keys: 2,
    sharedKeys: 4,
    uses: [
      { resource: { name: 'orders' }, resourceId: IDS.orders, action: 'READ_DATA', asked: 2, stopped: 0, lastDay: day },
      { resource: { name: 'customers', classification: 'CUSTOMER_PII' }, action: 'READ_DATA', asked: 1 },
    ],
    boundKeys: [
      { name: 'bound', kind: 'LIVE', prefix: BOUND_KEY.slice(0, 16), status: 'ACTIVE', lastUsedAt: expect.any(String) },
      { name: 'bound-test', kind: 'TEST', lastUsedAt: null },
    ],
    statusChanges: [],
    usedBy: [
      { type: 'api_key', name: 'bound' },
      { type: 'api_key', name: 'bound-test' },
      { type: 'mcp_route', name: 'tools' },
      { type: 'policy', name: 'Bots read' },
    ],
  });
  expect(JSON.stringify(body)).not.toContain(BOUND_KEY);
  const paused = (await member.call<AgentDetail>(`/agents/${IDS.pausedBot}`)).body;
  expect(paused.paused).toMatchObject({ status: 'PAUSED', by: null, reason: null });
  expect((await member.call('/agents/018f0000-0000-7000-8000-00000000ffff')).status).toBe(404);
});
