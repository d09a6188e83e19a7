// SPDX-License-Identifier: Apache-2.0
/** POST /deliveries/{id}/retry and /webhooks/{id}/recover: failed deliveries are sent again, with their id and body. */
import type { Delivery, ErrorBody, WebhookDetail, WebhookRecovery } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { amount } from '#harness/amount';
import { PATIENTLY } from '#harness/bounds';
import { ACME, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { acmeWithWebhooks, BLOCKED, decide, type Receiver, startReceiver, untilDelivery } from '#harness/webhooks';

const UNKNOWN_ID = '018f0000-0000-7000-8000-00000000ffff';

let receiver: Receiver;
let service: TestService;
let admin: Browser;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await openOrganization({ provisioning: () => acmeWithWebhooks([receiver.url]) });
  admin = await signIn(service.baseUrl, PEOPLE.admin);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const failed = async () => {
  receiver.answers.push(400);
  return await untilDelivery(service, await decide(service, BLOCKED), { status: 'FAILED' });
};
const recover = (webhookId: string, body: object) =>
  admin.call<WebhookRecovery>(`/webhooks/${webhookId}/recover`, { body });
const retry = (id: string) => admin.call<Delivery>(`/deliveries/${id}/retry`, { method: 'POST' });

describe('a retry', () => {
  it('sends the same body under the same id, and goes on counting', async () => {
    const delivery = await failed();
    const { status, body } = await retry(delivery.id);
    expect([status, body.status, body.attempts]).toEqual([200, 'WAITING', 1]);
    await untilDelivery(service, delivery.event_id, { status: 'DELIVERED', attempts: 2 });
    const sent = receiver.deliveriesOf(delivery.event_id);
    expect(sent.map(({ attempt, id }) => [attempt, id])).toEqual([
      [1, delivery.id],
      [2, delivery.id],
    ]);
    expect(sent[1]?.body).toBe(sent[0]?.body);
    expect((await readAuditEntries(service.database, ACME)).at(-1)).toMatchObject({
      kind: 'delivery.retried',
      subject: { type: 'delivery', id: delivery.id },
      metadata: { eventId: delivery.event_id, webhookId: delivery.endpoint_id },
    });
  });

  it('does not wait for the schedule, which begins anew', async () => {
    receiver.answers.push(503, 503);
    const eventId = await decide(service, BLOCKED);
    const { id } = await untilDelivery(service, eventId, { status: 'WAITING', attempts: 1, is_claimed: false });
    await retry(id);
    await untilDelivery(service, eventId, { status: 'WAITING', attempts: 2, step: 1, is_claimed: false });
    await retry(id);
    await untilDelivery(service, eventId, { status: 'DELIVERED', attempts: 3 });
  });

  it('is 404 for a stranger and for an id of nobody’s', async () => {
    const { id } = await failed();
    const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
    expect((await stranger.call(`/deliveries/${id}/retry`, { method: 'POST' })).status).toBe(404);
    expect((await retry(UNKNOWN_ID)).status).toBe(404);
    expect((await retry('7')).status).toBe(400);
  });
});

describe('a recovery', () => {
  it('sends what failed in its range, and nothing else', async () => {
    const createdAtOf = ({ created_at: at }: { created_at: Date }): string => at.toISOString();
    const before = await failed();
    let first = await failed();
    // One of the same millisecond is no later one.
    while (createdAtOf(first) === createdAtOf(before)) first = await failed();
    const from = createdAtOf(first);
    const within = [first, await failed()];
    const arrived = await untilDelivery(service, await decide(service, BLOCKED), { status: 'DELIVERED' });
    const { status, body } = await recover(before.endpoint_id, { from, to: new Date(Date.now() + 1).toISOString() });
    expect([status, body.from, body.finishedAt]).toEqual([200, from, null]);
    for (const { event_id } of within) await untilDelivery(service, event_id, { status: 'DELIVERED', attempts: 2 });
    await untilDelivery(service, before.event_id, { status: 'FAILED', attempts: 1 });
    await untilDelivery(service, arrived.event_id, { status: 'DELIVERED', attempts: 1 });
    const { body: webhook } = await admin.call<WebhookDetail>(`/webhooks/${before.endpoint_id}`);
    expect(webhook.recoveries).toMatchObject([{ id: body.id, recovered: 2, finishedAt: expect.any(String) }]);
    expect((await readAuditEntries(service.database, ACME)).at(-1)).toMatchObject({
      kind: 'webhook.recovered',
      metadata: { from, recoveryId: body.id, to: body.to },
    });
  });

  /** A batch has 500. */
  const OF_BATCHES = amount(501, 1_200);

  it('has no cap: it goes on batch by batch, on whatever process', async () => {
    const { endpoint_id: webhookId, organization_id: organizationId } = await failed();
    const [{ now = new Date() } = {}] = await readRows<{ now: Date }>(
      service.database,
      `INSERT INTO svc.webhook_deliveries (organization_id, id, endpoint_id, event_id, types, created_at, data, status)
       SELECT $1, ('00000001-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $2, 'test-' || n, '{TEST}',
         '1970-01-01T00:01:05Z', '{}', 'FAILED' FROM generate_series(1, ${OF_BATCHES}) AS n
       RETURNING now()`,
      [organizationId, webhookId],
    );
    expect(now).toBeInstanceOf(Date);
    const range = { from: '1970-01-01T00:00:00Z', to: '1970-01-02T00:00:00Z' };
    expect((await recover(webhookId, range)).status).toBe(200);
    await vi.waitFor(async () => {
      const [row] = await readRows(
        service.database,
        `SELECT count(*)::int AS count FROM svc.webhook_deliveries WHERE event_id LIKE 'test-%' AND status = 'DELIVERED'`,
      );
      expect(row?.count).toBe(OF_BATCHES);
    }, PATIENTLY);
  });
});

describe('a retry', () => {
  it('of what has arrived sends it again, and twice at once sends it once more', async () => {
    const eventId = await decide(service, BLOCKED);
    const { id } = await untilDelivery(service, eventId, { status: 'DELIVERED' });
    receiver.answers.push('hang');
    await Promise.all([retry(id), retry(id), retry(id)]);
    await vi.waitFor(() => expect(receiver.deliveriesOf(eventId)).toHaveLength(2), PATIENTLY);
    expect((await retry(id)).body).toMatchObject({ status: 'WAITING', nextAttemptAt: null });
    expect(receiver.deliveriesOf(eventId)).toHaveLength(2);
  });
});

describe('a recovery', () => {
  it('refuses a range that is none, one at a time, and a disabled endpoint', async () => {
    const { endpoint_id: webhookId } = await failed();
    const to = new Date().toISOString();
    const faults: [body: object, field: string, sentence: RegExp][] = [
      [{}, 'from', /is required/],
      [{ from: to }, 'to', /is required/],
      [{ from: to, to }, 'to', /must be after/],
      [{ from: 'yesterday', to }, 'from', /must be a moment/],
      [{ from: 'x', to: 'y' }, 'from', /must be a moment/],
      [{ from: '2026-01-01T00:00:00Z', to: '2026-01-02' }, 'to', /must be a moment/],
      [{ from: 1, to }, 'from', /must be a string/],
    ];
    for (const [body, field, sentence] of faults) {
      const refused = await admin.call<ErrorBody>(`/webhooks/${webhookId}/recover`, { body });
      expect(refused.status).toBe(400);
      expect(refused.body.fields?.[field]).toMatch(sentence);
    }
    expect((await recover(UNKNOWN_ID, {})).status).toBe(404);
    await readRows(service.database, 'UPDATE svc.webhook_endpoints SET disabled_at = now()');
    expect((await recover(webhookId, { from: '2026-01-01T00:00:00Z', to })).status).toBe(409);
  });
});
