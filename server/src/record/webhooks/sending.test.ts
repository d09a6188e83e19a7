// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a receiver gets exactly the specified delivery, to the byte and on every attempt. */
import { canonicalJson } from '@svc/core/canonical-json';
import { verifyDelivery } from '@svc/core/signature';
import { verifyWebhook } from '@svc/sdk';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { GLOBEX_KEY, openOrganization, TEST_KEY, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { PEOPLE, signIn } from '#harness/service/sessions.ts';
import { startUpstream, type Upstream } from '#harness/upstream';
import {
  acmeWithWebhooks,
  BLOCKED,
  decide,
  makeDue,
  REVIEWED,
  readAsStripe,
  readAttempts,
  readDeliveries,
  WEBHOOK_SECRET,
} from '#harness/webhooks';
import { inTransaction } from '../../storage/db/index.ts';
import { enqueueAnomalyDeliveries } from './index.ts';

let receiver: Upstream;
let service: TestService;
let organizationId: string;
/** The answers of the receiver; 204 by default. */
let answers: { status: number; headers?: Record<string, string>; body?: string }[] = [];
beforeAll(async () => {
  receiver = await startUpstream((_request, reply) => {
    const { status, headers = {}, body } = answers.shift() ?? { status: 204 };
    reply.writeHead(status, headers).end(body);
  });
  service = await openOrganization({ provisioning: () => acmeWithWebhooks([`${receiver.url}/hook?token=a`]) });
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});
afterEach(async () => {
  answers = [];
  // Those that wait would take the answers of the next case.
  await readRows(service.database, 'DELETE FROM svc.webhook_outbox');
});

const received = (eventId: string) => receiver.requests.filter(({ body }) => JSON.parse(body).eventId === eventId);
const deliveryOf = async (eventId: string) => {
  const [delivery] = await readDeliveries(service, eventId);
  if (delivery === undefined) throw new Error('no delivery');
  organizationId = delivery.organization_id;
  return delivery;
};
const untilStatus = async (eventId: string, status: string) => {
  await vi.waitFor(async () => expect((await deliveryOf(eventId)).status).toBe(status), PATIENTLY);
  return await deliveryOf(eventId);
};
const untilReceived = async (eventId: string, count: number) => {
  await vi.waitFor(() => expect(received(eventId)).toHaveLength(count), PATIENTLY);
  await vi.waitFor(async () => expect((await deliveryOf(eventId)).is_claimed).not.toBe(true), PATIENTLY);
  return received(eventId);
};

describe('a delivery of a decision', () => {
  it('has the fields and headers of the specification, and nothing else', async () => {
    const eventId = await decide(service, BLOCKED);
    const delivery = await untilStatus(eventId, 'DELIVERED');
    const [request, ...others] = received(eventId);
    expect(others).toEqual([]);
    const body = JSON.parse(request?.body ?? '');
    expect(request?.body).toBe(canonicalJson(body));
    expect(body).toEqual({
      id: delivery.id,
      type: 'BLOCK',
      types: ['BLOCK'],
      eventId,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: {
        action: 'DELETE_DATA',
        agent: 'billing-bot',
        decision: 'BLOCK',
        finalDecision: 'BLOCK',
        id: eventId,
        resource: 'customers',
        riskLevel: expect.any(String),
        riskScore: expect.any(Number),
      },
    });
    expect([request?.method, request?.path]).toEqual(['POST', '/hook?token=a']);
    expect(request?.headers).toEqual({
      host: `127.0.0.1:${receiver.port}`,
      connection: 'keep-alive',
      'accept-encoding': 'identity',
      'content-length': String(Buffer.byteLength(request?.body ?? '')),
      'content-type': 'application/json',
      'user-agent': 'Svc-Webhooks/1.0',
      'x-svc-signature': expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
      'x-svc-attempt': '1',
      'x-svc-event': 'BLOCK',
      'x-svc-delivery': delivery.id,
    });
  });

  it('is accepted by three verifiers: ours, the client library, and another vendor’s', async () => {
    const eventId = await decide(service, REVIEWED);
    const [request] = await untilReceived(eventId, 1);
    const header = String(request?.headers['x-svc-signature']);
    const rawBody = request?.body ?? '';
    const nowSeconds = Date.now() / 1_000;
    expect(verifyDelivery({ secret: WEBHOOK_SECRET, header, rawBody, nowSeconds })).toBe(true);
    expect(verifyWebhook(rawBody, header, WEBHOOK_SECRET)).toBe(true);
    expect(readAsStripe(rawBody, header)).toMatchObject({ eventId });
    expect(() => readAsStripe(`${rawBody} `, header)).toThrow();
  });

  it('is never made for a TEST key, nor for another organization’s decision', async () => {
    const sandbox = await decide(service, BLOCKED, TEST_KEY);
    const elsewhere = await decide(service, { ...BLOCKED, action: 'DELETE_DATA' }, GLOBEX_KEY);
    await untilStatus(await decide(service, BLOCKED), 'DELIVERED');
    expect(await readDeliveries(service, sandbox)).toEqual([]);
    expect(await readDeliveries(service, elsewhere)).toEqual([]);
    expect([...received(sandbox), ...received(elsewhere)]).toEqual([]);
  });
});

describe('an attempt that fails', () => {
  it('is made again with the same body and id, its own number and its own signature', async () => {
    answers = [{ status: 503, body: 'later' }, { status: 500 }];
    const eventId = await decide(service, BLOCKED);
    for (const attempts of [1, 2]) {
      await untilReceived(eventId, attempts);
      const delivery = await deliveryOf(eventId);
      expect(delivery).toMatchObject({ status: 'WAITING', attempts, step: attempts });
      await makeDue(service, delivery.id);
    }
    const delivery = await untilStatus(eventId, 'DELIVERED');
    const requests = received(eventId);
    expect(requests.map(({ headers }) => headers['x-svc-attempt'])).toEqual(['1', '2', '3']);
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
    expect(new Set(requests.map(({ headers }) => headers['x-svc-delivery']))).toEqual(new Set([delivery.id]));
    for (const { body, headers } of requests) {
      const header = String(headers['x-svc-signature']);
      const delivered = { secret: WEBHOOK_SECRET, header, rawBody: body, nowSeconds: Date.now() / 1_000 };
      expect(verifyDelivery(delivered)).toBe(true);
    }
    expect(await readAttempts(service, delivery.id)).toMatchObject([
      { attempt: 1, status: 503, error: null, answer: null, latency_ms: expect.any(Number) },
      { attempt: 2, status: 500 },
      { attempt: 3, status: 204, answer: null },
    ]);
  });

  it.each([[400], [401], [404], [422]])('with %i is the last', async (status) => {
    answers = [{ status }];
    const eventId = await decide(service, BLOCKED);
    const delivery = await untilStatus(eventId, 'FAILED');
    expect(delivery).toMatchObject({ attempts: 1, step: null });
    expect(received(eventId)).toHaveLength(1);
  });

  it.each([[302], [408], [429], [500], [503]])('with %i waits 5 to 6 seconds', async (status) => {
    answers = [{ status, headers: { location: `${receiver.url}/elsewhere` } }];
    const eventId = await decide(service, BLOCKED);
    await untilReceived(eventId, 1);
    const delivery = await deliveryOf(eventId);
    expect(delivery).toMatchObject({ status: 'WAITING', attempts: 1 });
    expect(delivery.due_in).toBeLessThanOrEqual(6);
    expect(receiver.requests.some(({ path }) => path === '/elsewhere')).toBe(false);
  });

  it('waits as long as Retry-After asks, and no longer than a day', async () => {
    for (const [asked, least, most] of [
      ['120', 100, 120],
      ['9999999', 86_300, 86_400],
      ['soon', 0, 6],
    ] as const) {
      answers = [{ status: 429, headers: { 'retry-after': asked } }];
      const eventId = await decide(service, BLOCKED);
      await untilReceived(eventId, 1);
      const { due_in: dueIn } = await deliveryOf(eventId);
      expect(dueIn).toBeGreaterThan(least);
      expect(dueIn).toBeLessThanOrEqual(most);
    }
  });

  it('is the eleventh at most', async () => {
    answers = [{ status: 503 }, { status: 503 }];
    const eventId = await decide(service, BLOCKED);
    await untilReceived(eventId, 1);
    const { id } = await deliveryOf(eventId);
    await readRows(service.database, 'UPDATE svc.webhook_outbox SET step = 10, attempt = 10 WHERE delivery_id = $1', [
      id,
    ]);
    await makeDue(service, id);
    await untilStatus(eventId, 'FAILED');
    expect(received(eventId).at(-1)?.headers['x-svc-attempt']).toBe('11');
  });

  it('keeps the status alone of a receiver whose address is not public', async () => {
    answers = [{ status: 400, body: 'internal' }];
    const delivery = await untilStatus(await decide(service, BLOCKED), 'FAILED');
    expect(await readAttempts(service, delivery.id)).toMatchObject([{ status: 400, error: null, answer: null }]);
  });
});

describe('finalDecision', () => {
  it('is the effective outcome at the first send, and is frozen then', async () => {
    const approver = await signIn(service.baseUrl, PEOPLE.member);
    answers = [{ status: 503 }];
    const eventId = await decide(service, REVIEWED);
    await untilReceived(eventId, 1);
    await approver.call(`/reviews/${eventId}/approve`, { body: {} });
    await makeDue(service, (await deliveryOf(eventId)).id);
    const requests = await untilReceived(eventId, 2);
    for (const { body } of requests) expect(JSON.parse(body).data.finalDecision).toBe('REVIEW');
  });

  it('is what became of the review when that was before', async () => {
    const eventId = await decide(service, REVIEWED);
    const { id } = await untilStatus(eventId, 'DELIVERED');
    const approver = await signIn(service.baseUrl, PEOPLE.member);
    await approver.call(`/reviews/${eventId}/approve`, { body: {} });
    // Restores the state before any worker.
    await readRows(
      service.database,
      `INSERT INTO svc.webhook_outbox (delivery_id, organization_id, endpoint_id, due_at)
       VALUES ($1, $2, $3, $4)`,
      [id, organizationId, (await deliveryOf(eventId)).endpoint_id, new Date(service.clock.nowMs() + 3_600_000)],
    );
    await inTransaction(service.app.pool, [organizationId], (transaction) =>
      transaction.query(`UPDATE svc.webhook_deliveries SET final_decision = NULL, status = 'WAITING' WHERE id = $1`, [
        id,
      ]),
    );
    await makeDue(service, id);
    const requests = await untilReceived(eventId, 2);
    expect(JSON.parse(requests[1]?.body ?? '').data).toMatchObject({ decision: 'REVIEW', finalDecision: 'ALLOW' });
  });
});

describe('an anomaly', () => {
  const anomaly = {
    id: '018f0000-0000-7000-8000-00000000d001',
    agentId: '018f0000-0000-7000-8000-00000000a001',
    kind: 'VOLUME_SPIKE',
    message: 'billing-bot touched 5000 records in an hour',
    messageCode: 'anomaly.volume_spike',
    messageParams: { agent: 'billing-bot', records: 5_000, usual: null },
    severity: 'HIGH',
  } as const;

  it('is delivered with all its fields when its transaction commits', async () => {
    const count = await inTransaction(service.app.pool, [organizationId], (transaction) =>
      enqueueAnomalyDeliveries(transaction, organizationId, anomaly, Date.now()),
    );
    expect(count).toBe(1);
    const delivery = await untilStatus(anomaly.id, 'DELIVERED');
    const [request] = received(anomaly.id);
    expect(request?.headers['x-svc-event']).toBe('ANOMALY');
    expect(JSON.parse(request?.body ?? '')).toEqual({
      id: delivery.id,
      type: 'ANOMALY',
      types: ['ANOMALY'],
      eventId: anomaly.id,
      createdAt: expect.any(String),
      data: anomaly,
    });
  });

  it('is not delivered when its transaction is rolled back', async () => {
    const id = '018f0000-0000-7000-8000-00000000d002';
    const opening = inTransaction(service.app.pool, [organizationId], async (transaction) => {
      await enqueueAnomalyDeliveries(transaction, organizationId, { ...anomaly, id }, Date.now());
      throw new Error('rolled back');
    });
    await expect(opening).rejects.toThrow('rolled back');
    await untilStatus(await decide(service, BLOCKED), 'DELIVERED');
    expect(await readDeliveries(service, id)).toEqual([]);
  });
});

it('says nothing of a receiver’s address, of secrets or of bodies in the log', () => {
  expect(service.logged()).not.toContain('token=a');
  expect(service.logged()).not.toContain(WEBHOOK_SECRET);
  expect(service.logged()).not.toContain('finalDecision');
});
