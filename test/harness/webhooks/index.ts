// SPDX-License-Identifier: Apache-2.0
/** Foreign receivers of webhooks, and organizations that send to them. */
import type { ServerResponse } from 'node:http';
import Stripe from 'stripe';
import { expect, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { call, type TestService } from '../service/index.ts';
import { readRows } from '../service/rows.ts';
import { acmeWithPeople } from '../service/sessions.ts';
import { startUpstream, type Upstream } from '../upstream/index.ts';

export const WEBHOOK_SECRET = `whsec_${'c2VjcmV0'.repeat(6)}`;

/** Acme with these endpoints, all with one secret. */
export function acmeWithWebhooks(urls: readonly string[]): string {
  const lines = urls.map((url) => `      - { url: "${url}", secret: ${WEBHOOK_SECRET} }`);
  return acmeWithPeople({ extra: `    webhooks:\n${lines.join('\n')}` });
}

export const BLOCKED = { agent: 'billing-bot', resource: 'customers', action: 'DELETE_DATA' } as const;
export const REVIEWED = {
  agent: 'billing-bot',
  resource: 'customers',
  action: 'EXPORT_DATA',
  destination: 'EXTERNAL_API',
} as const;

/** Records a decision. @returns its event's id */
export async function decide(service: TestService, body: object, key?: string): Promise<string> {
  const answer = await call(service.baseUrl, '/v1/events', { body, ...(key !== undefined && { key }) });
  expect(answer.status).toBe(200);
  return answer.body.id;
}

interface DeliveryRow {
  id: string;
  organization_id: string;
  endpoint_id: string;
  event_id: string;
  types: string[];
  created_at: Date;
  status: 'WAITING' | 'DELIVERED' | 'FAILED';
  attempts: number;
  /** Null when no attempt is due. */
  step: number | null;
  is_claimed: boolean | null;
  /** Seconds until the next attempt, or the end of the claim. */
  due_in: number | null;
}

export async function readDeliveries(service: TestService, eventId?: string): Promise<DeliveryRow[]> {
  return await readRows<DeliveryRow & Record<string, unknown>>(
    service.database,
    `SELECT d.*, o.step, o.claimed_at IS NOT NULL AS is_claimed,
       extract(epoch FROM o.due_at - $2)::float8 AS due_in
     FROM svc.webhook_deliveries d
       LEFT JOIN svc.webhook_outbox o ON o.organization_id = d.organization_id AND o.delivery_id = d.id
     WHERE $1::text IS NULL OR d.event_id = $1 ORDER BY d.id`,
    [eventId ?? null, service.clock.now()],
  );
}

/** Lets time pass until the next attempt of a waiting delivery is due, or its claim has lapsed. */
export async function makeDue(service: TestService, deliveryId: string): Promise<void> {
  const [row] = await readRows<{ due_at: Date }>(
    service.database,
    'SELECT due_at FROM svc.webhook_outbox WHERE delivery_id = $1',
    [deliveryId],
  );
  if (row === undefined) throw new Error('the delivery waits for nothing');
  service.clock.move(Math.max(0, row.due_at.getTime() + 1 - service.clock.nowMs()));
}

interface AttemptRow {
  attempt: number;
  status: number | null;
  error: string | null;
  latency_ms: number | null;
  answer: string | null;
}

export async function readAttempts(service: TestService, deliveryId: string): Promise<AttemptRow[]> {
  return await readRows<AttemptRow & Record<string, unknown>>(
    service.database,
    `SELECT attempt, status, error, latency_ms, answer FROM svc.webhook_attempts WHERE delivery_id = $1 ORDER BY 1`,
    [deliveryId],
  );
}

/** Reads a delivery like a receiver with that vendor's library. @throws Error when the library rejects it */
export function readAsStripe(rawBody: string, header: string): object {
  return new Stripe('sk_test_none').webhooks.constructEvent(rawBody, header, WEBHOOK_SECRET);
}

export interface Receiver extends Upstream {
  /** Statuses of the next answers; 204 when none is left. `hang` answers nothing. */
  answers: (number | 'hang')[];
  /** Bodies of the arrivals for an event, in order, parsed. */
  deliveriesOf(eventId: string): { attempt: number; id: string; body: string; signature: string }[];
}

/** @param answer replaces the list of answers */
export async function startReceiver(answer?: (reply: ServerResponse) => void): Promise<Receiver> {
  const answers: Receiver['answers'] = [];
  const upstream = await startUpstream((_request, reply) => {
    if (answer !== undefined) return answer(reply);
    const status = answers.shift() ?? 204;
    if (status !== 'hang') reply.writeHead(status).end();
  });
  return {
    ...upstream,
    answers,
    deliveriesOf: (eventId) =>
      upstream.requests
        .filter(({ body }) => (JSON.parse(body) as { eventId: string }).eventId === eventId)
        .map(({ headers, body }) => ({
          attempt: Number(headers['x-svc-attempt']),
          id: String(headers['x-svc-delivery']),
          body,
          signature: String(headers['x-svc-signature']),
        })),
  };
}

/** Waits until a delivery of the event has this status. */
export async function untilDelivery(service: TestService, eventId: string, expected: object): Promise<DeliveryRow> {
  return await vi.waitFor(async () => {
    const [delivery] = await readDeliveries(service, eventId);
    expect(delivery).toMatchObject(expected);
    return delivery as DeliveryRow;
  }, PATIENTLY);
}
