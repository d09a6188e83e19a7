// SPDX-License-Identifier: Apache-2.0
/**
 * GET /webhooks, /webhooks/{id} and /webhooks/{id}/deliveries: the data of people, from their own organization alone.
 */
import type { DeliveryList, WebhookDetail, WebhookList } from '@svc/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { acmeWithWebhooks, BLOCKED, decide, type Receiver, startReceiver, WEBHOOK_SECRET } from '#harness/webhooks';

let receiver: Receiver;
let service: TestService;
let member: Browser;
let owner: Browser;
let stranger: Browser;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await openOrganization({
    provisioning: () => acmeWithWebhooks([`${receiver.url}/a`, `${receiver.url}/b`]),
  });
  member = await signIn(service.baseUrl, PEOPLE.member);
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  stranger = await signIn(service.baseUrl, PEOPLE.stranger);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

it('lists the endpoints page by page, with their health and without their secrets', async () => {
  const { body: first } = await owner.call<WebhookList>('/webhooks?limit=1');
  const { body: second } = await owner.call<WebhookList>(`/webhooks?limit=1&cursor=${first.nextCursor}`);
  const both = [...first.items, ...second.items];
  expect(both.map(({ url }) => url).sort()).toEqual([`${receiver.url}/a`, `${receiver.url}/b`]);
  expect(second.nextCursor).toBeNull();
  expect(both[0]).toMatchObject({ disabledAt: null, disabledReason: null, failingSince: null, nextSecretAt: null });
  expect(both[0]?.hasBeenCalled).toBe(false);
  expect(JSON.stringify(both)).not.toContain(WEBHOOK_SECRET);
  const { body: detail } = await owner.call<WebhookDetail>(`/webhooks/${both[0]?.id}`);
  expect(detail).toEqual({ ...both[0], recoveries: [] });
});

it('logs each delivery with its attempts, newest first, and filters by status', async () => {
  const { body: webhooks } = await member.call<WebhookList>('/webhooks');
  const id = webhooks.items[0]?.id;
  receiver.answers.push(503, 503);
  const waiting = await decide(service, BLOCKED);
  await vi.waitFor(() => expect(receiver.deliveriesOf(waiting)).toHaveLength(2), PATIENTLY);
  const delivered = await decide(service, BLOCKED);
  const all = await vi.waitFor(async () => {
    const { body } = await member.call<DeliveryList>(`/webhooks/${id}/deliveries`);
    expect(body.items).toMatchObject([
      { eventId: delivered, status: 'DELIVERED', nextAttemptAt: null, settledAt: expect.any(String) },
      { eventId: waiting, status: 'WAITING', nextAttemptAt: expect.any(String) },
    ]);
    return body.items;
  }, PATIENTLY);
  const { body } = await member.call<DeliveryList>(`/webhooks/${id}/deliveries?status=WAITING`);
  expect(body.items).toEqual([all[1]]);
  const { body: called } = await member.call<WebhookDetail>(`/webhooks/${id}`);
  expect(called.hasBeenCalled).toBe(true);
  const sent = receiver.deliveriesOf(waiting).find((delivery) => delivery.id === all[1]?.id);
  expect(all[1]).toMatchObject({
    webhookId: id,
    type: 'BLOCK',
    types: ['BLOCK'],
    attempts: 1,
    settledAt: null,
    body: sent?.body,
    log: [{ attempt: 1, status: 503, error: null, answer: null, latencyMs: expect.any(Number) }],
  });
});

it('shows another organization none of it', async () => {
  const { body: webhooks } = await member.call<WebhookList>('/webhooks');
  const id = webhooks.items[0]?.id;
  expect((await stranger.call<WebhookList>('/webhooks')).body.items).toEqual([]);
  for (const path of [`/webhooks/${id}`, `/webhooks/${id}/deliveries`]) {
    expect((await stranger.call(path)).status).toBe(404);
  }
  for (const path of ['/webhooks/7', '/webhooks/7/deliveries', `/webhooks/${id}/deliveries?status=LOST`]) {
    expect((await member.call(path)).status).toBe(400);
  }
});

it('shows members neither the paths of addresses nor the answers of receivers', async () => {
  const { body: full } = await owner.call<WebhookList>('/webhooks');
  const { body: masked } = await member.call<WebhookList>('/webhooks');
  const shown = `${receiver.url}/…`;
  expect(masked.items).toEqual(full.items.map((webhook) => ({ ...webhook, url: shown })));
  const id = full.items[0]?.id;
  expect((await member.call<WebhookDetail>(`/webhooks/${id}`)).body.url).toBe(shown);
  expect((await owner.call<WebhookDetail>(`/webhooks/${id}`)).body.url).toBe(full.items[0]?.url);
  await readRows(service.database, `UPDATE svc.webhook_attempts SET answer = 'token=secret'`);
  const path = `/webhooks/${id}/deliveries`;
  const [ofOwner, ofMember] = [await owner.call<DeliveryList>(path), await member.call<DeliveryList>(path)];
  expect(ofOwner.body.items[0]?.log[0]?.answer).toBe('token=secret');
  expect(JSON.stringify(ofMember.body)).not.toContain('secret');
  expect(ofMember.body.items.map(({ log, ...rest }) => [rest, log.map(({ status }) => status)])).toEqual(
    ofOwner.body.items.map(({ log, ...rest }) => [rest, log.map(({ status }) => status)]),
  );
});
