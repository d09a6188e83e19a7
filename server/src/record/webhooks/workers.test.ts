// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: workers of several processes stop.
 * Guarantee: any number of processes' workers handle takeover, disabled endpoints, isolation between endpoints, and the
 * stop.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { ACME, openOrganization, otherProcess, startTestService, type TestService } from '#harness/service';
import { readAuditEntries, readRows, whileRefusing } from '#harness/service/rows.ts';
import {
  acmeWithWebhooks,
  BLOCKED,
  decide,
  makeDue,
  type Receiver,
  readAttempts,
  readDeliveries,
  startReceiver,
  untilDelivery,
} from '#harness/webhooks';
import { CALLS_PER_ENDPOINT_START, DEAD_AFTER_FAILURES, LAPSE_MS } from './limits.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

afterEach(() => {
  receiver.answers.length = 0;
});
const open = () => openOrganization({ provisioning: () => acmeWithWebhooks([receiver.url]) });
const endpoint = async (service: TestService) =>
  (await readRows(service.database, 'SELECT * FROM svc.webhook_endpoints'))[0] ?? {};

describe('a claim', () => {
  it('lapses within 30 s: another worker sends the same body as the next attempt, and the log tells of the lost one', async () => {
    const first = await open();
    receiver.answers.push('hang');
    const eventId = await decide(first, BLOCKED);
    const claimed = await untilDelivery(first, eventId, { attempts: 1, is_claimed: true });
    // Asked at a moment after the claim: the first answer may hold one from before it.
    const [seen] = await readDeliveries(first, eventId);
    expect(seen?.due_in).toBeLessThanOrEqual(LAPSE_MS / 1_000);
    expect(LAPSE_MS).toBeLessThan(30_000);
    await vi.waitFor(() => expect(receiver.deliveriesOf(eventId)).toHaveLength(1), PATIENTLY);
    await makeDue(first, claimed.id);
    await untilDelivery(first, eventId, { status: 'DELIVERED', attempts: 2 });
    const [lost, second] = receiver.deliveriesOf(eventId);
    expect([lost?.attempt, second?.attempt]).toEqual([1, 2]);
    expect(second?.body).toBe(lost?.body);
    expect(await readAttempts(first, claimed.id)).toMatchObject([
      { attempt: 1, status: null, error: 'outcome unknown' },
      { attempt: 2, status: 204 },
    ]);
  });

  it('is of one process only: two that share a database send each delivery once, and both send', async () => {
    const first = await open();
    const second = await otherProcess(first);
    const eventIds = await Promise.all(
      Array.from({ length: 60 }, (_, index) => decide(index % 2 === 0 ? first : second, BLOCKED)),
    );
    for (const eventId of eventIds) await untilDelivery(first, eventId, { status: 'DELIVERED', attempts: 1 });
    for (const eventId of eventIds) expect(receiver.deliveriesOf(eventId)).toHaveLength(1);
  });

  it('is made of what another process left in the outbox and told nobody of', async () => {
    const first = await open();
    const { id, organization_id: organizationId } = await endpoint(first);
    await readRows(
      first.database,
      `WITH d AS (
         INSERT INTO svc.webhook_deliveries (organization_id, id, endpoint_id, event_id, types, created_at, data)
         SELECT $1, gen_random_uuid(), $2, 'test-left', '{TEST}', $3, '{}' RETURNING id, created_at
       )
       INSERT INTO svc.webhook_outbox (delivery_id, organization_id, endpoint_id, due_at)
         SELECT id, $1, $2, created_at FROM d RETURNING 1`,
      [organizationId, id, first.clock.now()],
    );
    await untilDelivery(first, 'test-left', { status: 'DELIVERED' });
  });
});

describe('what cannot be sent or written', () => {
  it('is a failed delivery when its data is no JSON to send; what is claimed with it is sent', async () => {
    const service = await open();
    const { id, organization_id: organizationId } = await endpoint(service);
    await readRows(
      service.database,
      `WITH d AS (
         INSERT INTO svc.webhook_deliveries (organization_id, id, endpoint_id, event_id, types, created_at, data)
         SELECT $1, gen_random_uuid(), $2, 'test-' || n, '{TEST}', $4::timestamptz, CASE n WHEN 1 THEN $3::json ELSE '{}' END
         FROM generate_series(1, 3) AS n RETURNING id, created_at
       )
       INSERT INTO svc.webhook_outbox (delivery_id, organization_id, endpoint_id, due_at)
         SELECT id, $1, $2, created_at FROM d RETURNING 1`,
      [organizationId, id, String.raw`{"message":"\ud800"}`, service.clock.now()],
    );
    await untilDelivery(service, 'test-1', { status: 'FAILED', attempts: 0, step: null });
    for (const eventId of ['test-2', 'test-3']) await untilDelivery(service, eventId, { status: 'DELIVERED' });
  });

  it('keeps no other outcome from being written', async () => {
    const service = await open();
    receiver.answers.push(418);
    await whileRefusing(service.database, 'webhook_attempts', 'status <> 418', async () => {
      const eventIds = await Promise.all(Array.from({ length: 8 }, () => decide(service, BLOCKED)));
      await vi.waitFor(async () => {
        const deliveries = await Promise.all(eventIds.map((eventId) => readDeliveries(service, eventId)));
        const statuses = deliveries.flat().map(({ status, is_claimed: isClaimed }) => [status, isClaimed]);
        expect(statuses.filter(([status]) => status === 'DELIVERED')).toHaveLength(7);
        expect(statuses.filter(([status]) => status !== 'DELIVERED')).toEqual([['WAITING', true]]);
      }, PATIENTLY);
    });
  });
});

describe('an endpoint', () => {
  it('that answers 410 is disabled: nothing more is sent to it, and the chain says why', async () => {
    const service = await open();
    receiver.answers.push(503, 410);
    const waiting = await decide(service, BLOCKED);
    const { id } = await untilDelivery(service, waiting, { status: 'WAITING', is_claimed: false, attempts: 1 });
    await untilDelivery(service, await decide(service, BLOCKED), { status: 'FAILED', attempts: 1 });
    const { disabled_reason: reason, id: webhookId } = await vi.waitFor(async () => {
      const row = await endpoint(service);
      expect(row.disabled_at).toBeInstanceOf(Date);
      return row;
    }, PATIENTLY);
    expect(reason).toBe('gone');
    expect((await readAuditEntries(service.database, ACME)).at(-1)).toMatchObject({
      kind: 'webhook.disabled',
      actor: { type: 'system', id: 'webhook-delivery' },
      subject: { type: 'webhook', id: webhookId },
      metadata: { reason: 'gone' },
    });
    await makeDue(service, id);
    await untilDelivery(service, waiting, { status: 'FAILED', attempts: 1, step: null });
    expect(receiver.deliveriesOf(waiting)).toHaveLength(1);
    expect(await readDeliveries(service, await decide(service, BLOCKED))).toEqual([]);
  });

  it('that has failed everything for five days is disabled at its next failure; one success begins anew', async () => {
    const service = await open();
    const fail = async () => {
      receiver.answers.push(400);
      await untilDelivery(service, await decide(service, BLOCKED), { status: 'FAILED' });
    };
    const failEveryThirtyHours = async (times: number) => {
      for (let time = 1; time <= times; time += 1) {
        await fail();
        await vi.waitFor(async () => expect((await endpoint(service)).failing_since).toBeInstanceOf(Date), PATIENTLY);
        service.clock.move('30h');
      }
    };
    await failEveryThirtyHours(4);
    await untilDelivery(service, await decide(service, BLOCKED), { status: 'DELIVERED' });
    await vi.waitFor(async () => expect((await endpoint(service)).failing_since).toBeNull(), PATIENTLY);

    await failEveryThirtyHours(4);
    expect((await endpoint(service)).disabled_at).toBeNull();
    await fail();
    await vi.waitFor(async () => expect((await endpoint(service)).disabled_reason).toBe('failing'), PATIENTLY);
    expect((await readAuditEntries(service.database, ACME)).at(-1)?.metadata).toEqual({ reason: 'failing' });
  });

  it('that was dead is served as before once it takes a delivery', async () => {
    const service = await open();
    receiver.answers.push(...Array.from({ length: DEAD_AFTER_FAILURES }, () => 503));
    for (let failures = 0; failures < DEAD_AFTER_FAILURES; failures += 1) {
      await untilDelivery(service, await decide(service, BLOCKED), {
        status: 'WAITING',
        is_claimed: false,
        attempts: 1,
      });
    }
    // The periodic look finds the first of them, and its success finds all others.
    const eventIds = await Promise.all(Array.from({ length: 100 }, () => decide(service, BLOCKED)));
    for (const eventId of eventIds) await untilDelivery(service, eventId, { status: 'DELIVERED', attempts: 1 });
  });
});

describe('one process alone', () => {
  let service: TestService;
  // Another service may still send to the one that all share.
  let own: Receiver;
  beforeAll(async () => {
    own = await startReceiver();
    service = await startTestService({ provisioning: acmeWithWebhooks([own.url]) });
  });
  afterAll(() => Promise.all([service.database.drop(), own.stop()]));

  it('releases, 8 s after it was told to stop, what a receiver does not answer: it is due at once, for whoever comes next', async () => {
    const { app, clock, database } = service;
    own.answers.push('hang');
    const eventId = await decide(service, BLOCKED);
    // Claimed is not sent yet: a later attempt would take the answer that hangs.
    await vi.waitFor(() => expect(own.deliveriesOf(eventId)).toHaveLength(1), PATIENTLY);
    const closing = app.close();
    clock.move('8s');
    await closing;
    service = await startTestService({ database });
    await untilDelivery(service, eventId, { status: 'DELIVERED', attempts: 2 });
    expect(await readAttempts(service, (await readDeliveries(service, eventId))[0]?.id ?? '')).toMatchObject([
      { attempt: 1, error: 'aborted' },
      { attempt: 2, status: 204 },
    ]);
  });

  it('gives an endpoint that hangs a bounded number of connections, and delays no other', async () => {
    const dead = await startReceiver();
    dead.answers.push(...Array.from({ length: 1_000 }, () => 'hang' as const));
    await service.provision(acmeWithWebhooks([dead.url, own.url]));
    const eventIds: string[] = [];
    for (let count = 0; count < 100; count += 1) eventIds.push(await decide(service, BLOCKED));
    await vi.waitFor(() => {
      for (const eventId of eventIds) expect(own.deliveriesOf(eventId)).toHaveLength(1);
    }, PATIENTLY);
    expect(dead.openConnections()).toBeLessThanOrEqual(CALLS_PER_ENDPOINT_START);
    expect(dead.requests.length).toBeLessThanOrEqual(CALLS_PER_ENDPOINT_START);
    await dead.stop();
  });

  it('finishes what is under way when it stops', async () => {
    let answer = () => {};
    const slow = await startReceiver((reply) => {
      answer = () => reply.writeHead(200).end();
    });
    await service.provision(acmeWithWebhooks([`${slow.url}/slow`]));
    await decide(service, BLOCKED);
    await vi.waitFor(() => expect(slow.requests).toHaveLength(1), PATIENTLY);
    const closing = service.app.close();
    answer();
    await closing;
    const rows = await readRows(
      service.database,
      `SELECT d.status FROM svc.webhook_deliveries d JOIN svc.webhook_endpoints e ON e.id = d.endpoint_id
       WHERE e.url = $1`,
      [`${slow.url}/slow`],
    );
    expect(rows).toEqual([{ status: 'DELIVERED' }]);
    await slow.stop();
  });
});
