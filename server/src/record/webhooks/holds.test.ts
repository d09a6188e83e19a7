// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: it fills the outbox.
 * Guarantee: deliveries that wait for an endpoint are bounded on any number of processes. Beyond the bound nothing is
 * lost: one delivery tells how many events were left out, and which.
 */
import type { WebhookDetail, WebhookList } from '@svc/contract';
import { verifyEntries } from '@svc/core/audit-chain';
import { verifyWebhook } from '@svc/sdk';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { ACME, otherProcess, startTestService, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import {
  acmeWithWebhooks,
  BLOCKED,
  decide,
  REVIEWED,
  type Receiver,
  readDeliveries,
  startReceiver,
  WEBHOOK_SECRET,
} from '#harness/webhooks';
import { inTransaction } from '../../storage/db/index.ts';
import { enqueueAnomalyDeliveries } from './index.ts';
import { RESUMED_AT, SLOTS_MAX, WAITING_MAX } from './limits.ts';

let receiver: Receiver;
let isDown = true;
let service: TestService;
let owner: Browser;
let webhook: { id: string; organizationId: string };
beforeAll(async () => {
  receiver = await startReceiver((reply) => void reply.writeHead(isDown ? 503 : 204).end());
  service = await startTestService({ provisioning: acmeWithWebhooks([receiver.url]) });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  const [row] = await readRows<{ id: string; organization_id: string }>(
    service.database,
    'SELECT id, organization_id FROM svc.webhook_endpoints',
  );
  webhook = { id: row?.id ?? '', organizationId: row?.organization_id ?? '' };
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const waiting = async () =>
  (await readRows<{ n: number }>(service.database, 'SELECT count(*)::int AS n FROM svc.webhook_outbox'))[0]?.n ?? 0;
const held = async () => (await owner.call<WebhookDetail>(`/webhooks/${webhook.id}`)).body.held;
const digests = () => receiver.requests.filter(({ headers }) => headers['x-svc-event'] === 'SKIPPED');

/** Deliveries that wait for an attempt in an hour. */
async function fill(count: number): Promise<void> {
  await readRows(
    service.database,
    `WITH d AS (
       INSERT INTO svc.webhook_deliveries (organization_id, id, endpoint_id, event_id, types, created_at, data)
       SELECT $1, gen_random_uuid(), $2, 'test-fill', '{TEST}', $3::timestamptz, '{}' FROM generate_series(1, $4)
       RETURNING id
     )
     INSERT INTO svc.webhook_outbox (delivery_id, organization_id, endpoint_id, due_at)
     SELECT id, $1, $2, $3::timestamptz + interval '1 hour' FROM d`,
    [webhook.organizationId, webhook.id, service.clock.now(), count],
  );
}

/** All but this many are done with. */
async function drain(left: number): Promise<void> {
  await readRows(
    service.database,
    `DELETE FROM svc.webhook_outbox WHERE delivery_id NOT IN (SELECT delivery_id FROM svc.webhook_outbox LIMIT $1)`,
    [left],
  );
}

/** Decides until the endpoint is held. @returns the ids of all events */
async function untilHeld(): Promise<string[]> {
  const ids: string[] = [];
  await vi.waitFor(async () => {
    ids.push(...(await Promise.all(Array.from({ length: 50 }, () => decide(service, BLOCKED)))));
    expect(await held()).not.toBeNull();
  }, PATIENTLY);
  return ids;
}

it('makes no more deliveries on two processes, and one at the end that tells what was left out', async () => {
  const second = await otherProcess(service);
  await fill(WAITING_MAX);
  const before = await waiting();
  const first = await untilHeld();
  await vi.waitFor(async () => {
    first.push(await decide(second, BLOCKED));
    expect(await readDeliveries(service, first.at(-1))).toEqual([]);
  }, PATIENTLY);
  const full = await waiting();
  expect(full).toBeLessThanOrEqual(WAITING_MAX + 2 * 2 * SLOTS_MAX);
  const more = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      decide(index % 2 === 0 ? service : second, index < 30 ? BLOCKED : REVIEWED),
    ),
  );
  expect(await waiting()).toBe(full);
  for (const id of more) expect(await readDeliveries(service, id)).toEqual([]);
  const made = full - before;
  const skipped = first.length + more.length - made;
  const listed = await owner.call<WebhookList>('/webhooks');
  expect(listed.body.items[0]?.held).toEqual({ since: expect.any(String), skipped });

  // An anomaly is counted with the decisions, and a test is refused.
  const anomaly = {
    id: '018f0000-0000-7000-8000-00000000d0f1',
    agentId: '018f0000-0000-7000-8000-00000000a001',
    kind: 'VOLUME_SPIKE',
    message: 'billing-bot touched 5000 records in an hour',
    messageCode: 'anomaly.volume_spike',
    messageParams: {},
    severity: 'HIGH',
  } as const;
  const told = await inTransaction(service.app.pool, [webhook.organizationId], (transaction) =>
    enqueueAnomalyDeliveries(transaction, webhook.organizationId, anomaly, service.clock.nowMs()),
  );
  expect(told).toBe(0);
  const test = await owner.call(`/webhooks/${webhook.id}/test`, { method: 'POST' });
  expect([test.status, test.body]).toMatchObject([409, { message: expect.stringMatching(/^5,000 deliveries wait/) }]);

  // Above the lower mark nothing ends, and at it one delivery follows.
  isDown = false;
  await drain(RESUMED_AT + 100);
  expect(await decide(service, BLOCKED)).not.toBe('');
  expect((await held())?.skipped).toBe(skipped + 2);
  await drain(RESUMED_AT);
  await vi.waitFor(() => expect(digests()).toHaveLength(1), PATIENTLY);
  const [digest] = digests();
  const rawBody = digest?.body ?? '';
  expect(verifyWebhook(rawBody, String(digest?.headers['x-svc-signature']), WEBHOOK_SECRET)).toBe(true);
  const notDelivered = [...first, ...more].filter((id) => receiver.deliveriesOf(id).length === 0);
  expect(JSON.parse(rawBody)).toEqual({
    ...{ createdAt: expect.any(String), id: digest?.headers['x-svc-delivery'], type: 'SKIPPED', types: ['SKIPPED'] },
    eventId: expect.stringMatching(/^skipped-/),
    data: {
      count: skipped + 2,
      types: { ANOMALY: 1, BLOCK: skipped - 10 + 1, REVIEW: 10 },
      ...{ from: expect.any(String), to: expect.any(String) },
      ...{ firstEventId: expect.any(String), lastEventId: expect.any(String) },
      ...{ organizationId: webhook.organizationId, webhookId: webhook.id },
    },
  });
  expect(notDelivered).toContain(JSON.parse(rawBody).data.firstEventId);
  expect(await held()).toBeNull();

  // Both processes make deliveries again.
  for (const process of [service, second]) {
    await vi.waitFor(async () => {
      const id = await decide(process, BLOCKED);
      expect(await readDeliveries(service, id)).toHaveLength(1);
    }, PATIENTLY);
  }
});

it('is told in the audit and once a day by mail, with its counts kept over an end of the process', async () => {
  const kinds = (await readAuditEntries(service.database, ACME)).filter(({ subject }) => subject.id === webhook.id);
  expect(kinds.map(({ kind }) => kind).filter((kind) => /held|resumed/.test(kind))).toEqual([
    'webhook.held',
    'webhook.resumed',
  ]);
  const mails = async () =>
    (await readRows(service.database, `SELECT 1 FROM svc.mail_outbox WHERE kind = 'webhook.held'`)).length;
  expect(await mails()).toBe(1);
  await fill(WAITING_MAX);
  await untilHeld();
  const counted = (await held())?.skipped;
  const restarted = await startTestService({ database: service.database, clock: service.clock });
  try {
    await vi.waitFor(async () => {
      const [id] = await Promise.all(Array.from({ length: 50 }, () => decide(restarted, BLOCKED)));
      expect(await readDeliveries(service, id)).toEqual([]);
    }, PATIENTLY);
    expect((await held())?.skipped).toBeGreaterThan(counted ?? Number.POSITIVE_INFINITY);
  } finally {
    await restarted.stop();
  }
  await vi.waitFor(async () => {
    const entries = await readAuditEntries(service.database, ACME);
    expect(entries.filter(({ kind }) => kind === 'webhook.held')).toHaveLength(2);
    expect(verifyEntries(entries)).toMatchObject({ isValid: true });
  }, PATIENTLY);
  expect(await mails()).toBe(1);
});

it('waits while the endpoint is disabled, and ends without a word when it is deleted', async () => {
  await owner.call(`/webhooks/${webhook.id}`, { method: 'PATCH', body: { enabled: false } });
  await drain(0);
  const before = digests().length;
  service.clock.move('1m');
  expect(await held()).not.toBeNull();
  await owner.call(`/webhooks/${webhook.id}`, { method: 'PATCH', body: { enabled: true } });
  await vi.waitFor(() => expect(digests()).toHaveLength(before + 1), PATIENTLY);
  await fill(WAITING_MAX);
  await untilHeld();
  await drain(RESUMED_AT + 1);
  await owner.call(`/webhooks/${webhook.id}`, { method: 'DELETE' });
  expect(await readRows(service.database, 'SELECT 1 FROM svc.webhook_holds')).toEqual([]);
});
