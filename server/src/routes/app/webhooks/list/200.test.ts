/**
 * GET /webhooks, /webhooks/{id} and /webhooks/{id}/deliveries: the data of people, from their own organization alone.
 */
import type { DeliveryList, WebhookDetail, WebhookList } from '@svc/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from '#harness/service';
import { type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { acmeWithWebhooks, BLOCKED, decide, type Receiver, startReceiver, WEBHOOK_SECRET } from '#harness/webhooks';

const WITHIN = { timeout: 10_000, interval: 20 };

let receiver: Receiver;
let service: TestService;
let member: Browser;
let stranger: Browser;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService({ provisioning: acmeWithWebhooks([`${receiver.url}/a`, `${receiver.url}/b`]) });
  member = await signIn(service.baseUrl, PEOPLE.member);
  stranger = await signIn(service.baseUrl, PEOPLE.stranger);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

it('lists the endpoints page by page, with their health and without their secrets', async () => {
  const { body: first } = await member.call<WebhookList>('/webhooks?limit=1');
  const { body: second } = await member.call<WebhookList>(`/webhooks?limit=1&cursor=${first.nextCursor}`);
  const both = [...first.items, ...second.items];
  expect(both.map(({ url }) => url).sort()).toEqual([`${receiver.url}/a`, `${receiver.url}/b`]);
  expect(second.nextCursor).toBeNull();
  expect(both[0]).toMatchObject({ disabledAt: null, disabledReason: null, failingSince: null, nextSecretAt: null });
  expect(JSON.stringify(both)).not.toContain(WEBHOOK_SECRET);
  const { body: detail } = await member.call<WebhookDetail>(`/webhooks/${both[0]?.id}`);
  expect(detail).toEqual({ ...both[0], recoveries: [] });
});

it('logs each delivery with its attempts, newest first, and filters by status', async () => {
  const { body: webhooks } = await member.call<WebhookList>('/webhooks');
  const id = webhooks.items[0]?.id;
  receiver.answers.push(503, 503);
  const waiting = await decide(service, BLOCKED);
  await vi.waitFor(() => expect(receiver.deliveriesOf(waiting)).toHaveLength(2), WITHIN);
  const delivered = await decide(service, BLOCKED);
  const all = await vi.waitFor(async () => {
    const { body } = await member.call<DeliveryList>(`/webhooks/${id}/deliveries`);
    expect(body.items).toMatchObject([
      { eventId: delivered, status: 'DELIVERED', nextAttemptAt: null, settledAt: expect.any(String) },
      { eventId: waiting, status: 'WAITING', nextAttemptAt: expect.any(String) },
    ]);
    return body.items;
  }, WITHIN);
  const { body } = await member.call<DeliveryList>(`/webhooks/${id}/deliveries?status=WAITING`);
  expect(body.items).toEqual([all[1]]);
  const sent = receiver.deliveriesOf(waiting).find((delivery) => delivery.id === all[1]?.id);
  expect(all[1]).toMatchObject({
    webhookId: id,
    type: 'BLOCK',
    types: ['BLOCK'],
    attempts: 1,
    settledAt: null,
    body: sent?.body,
    log: [{ attempt: 1, status: 503, error: null, answer: '', latencyMs: expect.any(Number) }],
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
