// SPDX-License-Identifier: Apache-2.0
/** The routes of the app: 120 changes a minute by one person, and 30 deliveries by hand in one organization. */
import type { Delivery, WebhookList } from '@svc/contract';
import { CHANGES_PER_PERSON_AND_MINUTE, WEBHOOK_SENDS_BY_HAND_PER_MINUTE } from '@svc/contract/limits';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openOrganization, otherProcess, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let other: TestService;
let owner: Browser;
let admin: Browser;
let webhookId: string;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  other = await otherProcess(service);
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  admin = await signIn(other.baseUrl, PEOPLE.admin);
  await admin.call('/webhooks', { body: { url: 'https://hooks.example/in' } });
  webhookId = (await admin.call<WebhookList>('/webhooks')).body.items[0]?.id ?? '';
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});
beforeEach(async () => {
  await readRows(service.database, 'DELETE FROM svc.rate_windows');
});

const statuses = async (count: number, one: (index: number) => Promise<{ status: number }>) =>
  (await Promise.all(Array.from({ length: count }, (_, index) => one(index)))).map(({ status }) => status).sort();

it('takes 120 changes of a person a minute, at once and whatever they are, and leaves reading free', async () => {
  const change = (index: number) =>
    index % 2 === 0
      ? admin.call(`/webhooks/${webhookId}`, { method: 'PATCH', body: { description: `number ${index}` } })
      : admin.call('/reviews/018f0000-0000-7000-8000-00000000ffff/deny', { method: 'POST' });
  const answers = await statuses(CHANGES_PER_PERSON_AND_MINUTE + 30, change);
  expect(answers.filter((status) => status === 429)).toHaveLength(30);
  const refused = await admin.call(`/webhooks/${webhookId}`, { method: 'DELETE' });
  expect(refused.body.error).toBe('rate_limited');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await admin.call('/webhooks')).status).toBe(200);
  expect((await owner.call(`/webhooks/${webhookId}`, { method: 'PATCH', body: { description: 'mine' } })).status).toBe(
    200,
  );
});

it('takes 30 tests, retries and recoveries of an organization a minute, whoever asks', async () => {
  const made = await owner.call<Delivery>(`/webhooks/${webhookId}/test`, { method: 'POST' });
  const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
  const send = (index: number) => {
    const person = index % 2 === 0 ? owner : admin;
    if (index % 3 === 0) return person.call(`/webhooks/${webhookId}/test`, { method: 'POST' });
    if (index % 3 === 1) return person.call(`/deliveries/${made.body.id}/retry`, { method: 'POST' });
    return person.call(`/webhooks/${webhookId}/recover`, { method: 'POST', body: range });
  };
  const answers = await statuses(WEBHOOK_SENDS_BY_HAND_PER_MINUTE + 9, send);
  expect(answers.filter((status) => status === 429)).toHaveLength(10);
  expect((await owner.call(`/webhooks/${webhookId}`, { method: 'PATCH', body: { description: 'still' } })).status).toBe(
    200,
  );
});

it('counts a refused caller for nothing', async () => {
  const member = await signIn(service.baseUrl, PEOPLE.member);
  await readRows(service.database, 'DELETE FROM svc.rate_windows');
  for (let tried = 0; tried < 3; tried += 1) {
    expect((await member.call(`/webhooks/${webhookId}/test`, { method: 'POST' })).status).toBe(403);
  }
  expect(await readRows(service.database, 'SELECT bucket FROM svc.rate_windows')).toEqual([]);
});
