// SPDX-License-Identifier: Apache-2.0
/** POST and PATCH of agents: a name that people cannot tell from another one is refused; look-ups stay exact. */
import type { Agent } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, IDS, openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  await owner.call('/agents', { body: { name: 'Café bot' } });
});
afterAll(() => service.stop());

it.each(['billing-bot', 'Billing-Bot', 'ｂilling-bot', 'CAFÉ BOT', 'Café  bot', 'Café\u00a0bot'])(
  '%s',
  async (name) => {
    const made = await owner.call('/agents', { body: { name } });
    expect([made.status, made.body.error]).toEqual([409, 'conflict']);
    expect(made.body.message).toMatch(/There is already an agent with the name (?:billing-bot|Café bot)/);
    const renamed = await owner.call(`/agents/${IDS.supportBot}`, { method: 'PATCH', body: { name } });
    expect(renamed.status).toBe(409);
  },
);

it('lets an agent change the letter case of its own name', async () => {
  const path = `/agents/${IDS.supportBot}`;
  const { status, body } = await owner.call<Agent>(path, { method: 'PATCH', body: { name: 'Support-bot' } });
  expect([status, body.name]).toEqual([200, 'Support-bot']);
  const action = { resource: 'price-list', action: 'READ_DATA' };
  const decide = async (agent: string) =>
    (await call(service.baseUrl, '/v1/events', { body: { ...action, agent } })).status;
  expect([await decide('Support-bot'), await decide('support-bot')]).toEqual([200, 404]);
});

it('leaves names from before the rule as they are', async () => {
  await readRows(service.database, `UPDATE svc.agents SET name = 'BILLING-BOT' WHERE id = $1`, [IDS.readerBot]);
  const path = `/agents/${IDS.readerBot}`;
  const { status } = await owner.call(path, { method: 'PATCH', body: { name: 'BILLING-BOT', description: 'Reads' } });
  expect(status).toBe(200);
});
