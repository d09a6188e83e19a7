// SPDX-License-Identifier: Apache-2.0
/** GET /agents/{id}/access: the areas of an agent, as the decision path answers them. */
import { randomUUID } from 'node:crypto';
import type { AgentAccess, AgentList, Decision } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const POLICIES = `
      - { name: Block all but reads, action: ANY, decision: BLOCK, condition: { anyOf: [{ action: WRITE }, { action: DELETE }, { action: EXPORT }] } }
      - { name: Ask for large reads, action: READ, decision: REVIEW, condition: { minRecords: 100 } }
`;

let service: TestService;
let member: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: POLICIES }) });
  member = await signIn(service.baseUrl, PEOPLE.member);
  await service.app.warm();
});
afterAll(() => service.stop());

it('lists exactly what is allowed', async () => {
  const { body: agents } = await member.call<AgentList>('/agents');
  const id = agents.items.find(({ name }) => name === 'billing-bot')?.id ?? '';
  const { status, body } = await member.call<AgentAccess>(`/agents/${id}/access`);
  expect([status, body.complete, body.more]).toEqual([200, true, 0]);
  expect(body.areas.length).toBeGreaterThan(0);
  for (const { actions, records } of body.areas) {
    expect(actions).toEqual(['READ_DATA']);
    expect([records.isNotStated || records.from === 0, records.to === null || records.to <= 99]).toEqual([true, true]);
  }
  const decide = async (recordsAffected: number) => {
    const event = { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders', recordsAffected };
    return (await call<Decision>(service.baseUrl, '/v1/events', { body: event })).body.decision;
  };
  expect([await decide(99), await decide(100)]).toEqual(['ALLOW', 'REVIEW']);
});

it('answers 404 for an agent that is not there, and 400 for no id', async () => {
  expect((await member.call(`/agents/${randomUUID()}/access`)).status).toBe(404);
  expect((await member.call('/agents/nonsense/access')).status).toBe(400);
});
