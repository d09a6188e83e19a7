// SPDX-License-Identifier: Apache-2.0
/** GET /events/{id}/ways-out: smallest changes, each of which the decision path allows when it is asked. */
import { randomUUID } from 'node:crypto';
import type { Decision, EventWaysOut } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const POLICIES = `
      - { name: Block large exports, action: EXPORT, decision: BLOCK, condition: { minRecords: 100 } }
      - { name: Block personal reads, action: READ, decision: BLOCK, condition: { dlpTypes: [CPF] } }
      - { name: Block deletions, action: DELETE, decision: BLOCK }
`;

let service: TestService;
let member: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: POLICIES }) });
  member = await signIn(service.baseUrl, PEOPLE.member);
  await service.app.warm();
});
afterAll(() => service.stop());

const SUBJECT = { agent: 'billing-bot', resource: 'orders' };
const decide = async (event: object) => {
  const { body } = await call<Decision>(service.baseUrl, '/v1/events', { body: { ...SUBJECT, ...event } });
  return body;
};
const waysOut = async (id: string) => {
  const { status, body } = await member.call<EventWaysOut>(`/events/${id}/ways-out`);
  expect(status).toBe(200);
  return body;
};

it('offers a smaller number, and the number it offers is allowed', async () => {
  const event = { action: 'EXPORT_DATA', destination: 'INTERNAL', recordsAffected: 5_000 };
  const { id, decision } = await decide(event);
  expect(decision).toBe('BLOCK');
  const { allowedNow, complete, ways } = await waysOut(id);
  expect([allowedNow, complete, ways]).toEqual([false, true, [{ records: { from: 0, to: 99 } }]]);
  for (const recordsAffected of [0, 99]) expect((await decide({ ...event, recordsAffected })).decision).toBe('ALLOW');
  expect((await decide({ ...event, recordsAffected: 100 })).decision).toBe('BLOCK');
});

it('offers content without the types that stop it', async () => {
  const { id } = await decide({ action: 'READ_DATA', content: 'CPF 529.982.247-25, maria@example.com' });
  expect((await waysOut(id)).ways[0]).toEqual({ withoutFindings: ['CPF'] });
});

it('offers nothing where nothing lawful helps, and nothing for what was allowed', async () => {
  const blocked = await decide({ action: 'DELETE_DATA', recordsAffected: 1 });
  expect(await waysOut(blocked.id)).toMatchObject({ allowedNow: false, complete: true, ways: [] });
  const allowed = await decide({ action: 'READ_DATA' });
  expect(await waysOut(allowed.id)).toMatchObject({ ways: [] });
});

it('answers 404 for an event that is not there, and 400 for no id', async () => {
  expect((await member.call(`/events/${randomUUID()}/ways-out`)).status).toBe(404);
  expect((await member.call('/events/nonsense/ways-out')).status).toBe(400);
});
