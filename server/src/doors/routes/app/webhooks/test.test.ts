// SPDX-License-Identifier: Apache-2.0
/** POST /webhooks/{id}/test: a delivery that is marked as a test, and the entry with its author. */
import type { Delivery, WebhookList } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { acmeWithWebhooks, type Receiver, startReceiver, untilDelivery } from '#harness/webhooks';

let receiver: Receiver;
let service: TestService;
let admin: Browser;
let id: string | undefined;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await openOrganization({ provisioning: () => acmeWithWebhooks([receiver.url]) });
  admin = await signIn(service.baseUrl, PEOPLE.admin);
  id = (await admin.call<WebhookList>('/webhooks')).body.items[0]?.id;
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

it('is sent with an event id of its own form, and no decision in it', async () => {
  const { status, body } = await admin.call<Delivery>(`/webhooks/${id}/test`, { method: 'POST' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ webhookId: id, type: 'TEST', types: ['TEST'], log: [], body: null });
  expect(body.eventId).toMatch(/^test-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/);
  expect(body.eventId).not.toContain(body.id);
  const row = await untilDelivery(service, body.eventId, { status: 'DELIVERED' });
  const [received] = receiver.deliveriesOf(body.eventId);
  expect(JSON.parse(received?.body ?? '')).toEqual({
    id: body.id,
    type: 'TEST',
    types: ['TEST'],
    eventId: body.eventId,
    createdAt: body.createdAt,
    data: { message: expect.stringContaining('svc'), organizationId: row.organization_id, webhookId: id },
  });
  expect((await readAuditEntries(service.database, ACME)).at(-1)).toMatchObject({
    kind: 'webhook.tested',
    subject: { type: 'webhook', id },
    metadata: { deliveryId: body.id, eventId: body.eventId },
  });
});

it('is refused with 409 while the endpoint is disabled', async () => {
  await readRows(service.database, 'UPDATE svc.webhook_endpoints SET disabled_at = now()');
  const { status, body } = await admin.call(`/webhooks/${id}/test`, { method: 'POST' });
  expect([status, body.error]).toEqual([409, 'conflict']);
});
