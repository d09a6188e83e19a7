// SPDX-License-Identifier: Apache-2.0
/** The log of an endpoint: its deliveries, newest first, with their attempts. */
import type { Delivery, DeliveryList } from '@svc/contract';
import type { JsonObject } from '@svc/core/canonical-json';
import { ApiError } from '../../platform/errors/index.ts';
import type { Page } from '../../platform/pagination/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import { type ListShape, type Reader, type Reads, readList } from '../../storage/lists/index.ts';
import { bodyOf, DATA, withEvents } from './body.ts';
import { readEndpoint } from './endpoint.ts';

const LOGGED_ATTEMPTS_MAX = 20;

export interface DeliveryQuery {
  webhookId: string;
  status: string | null;
  page: Page;
}

/** @throws ApiError 404 without such a webhook, 429 when too much is searched at once */
export async function listDeliveries(reads: Reads, reader: Reader, query: DeliveryQuery): Promise<DeliveryList> {
  const { webhookId, status, page } = query;
  const shapeOf = async (transaction: Transaction): Promise<ListShape<DeliveryRow>> => {
    await readEndpoint(transaction, reader.organizationId, webhookId);
    return {
      ...DELIVERIES,
      section: [{ column: 'd.endpoint_id', type: 'uuid', value: webhookId }],
      filters: [[status, (place) => `d.status = ${place}`]],
    };
  };
  return await readList(reads, reader, { page, isSearch: status !== null }, shapeOf, deliveryOf);
}

/** @throws ApiError 404 without such a delivery */
export async function readDelivery(transaction: Transaction, organizationId: string, id: string): Promise<Delivery> {
  const [row] = await transaction.query<DeliveryRow>(SELECT_DELIVERY, [organizationId, id]);
  if (row === undefined) throw new ApiError('not_found', { message: 'There is no such delivery.' });
  return deliveryOf(row);
}

interface DeliveryRow {
  [column: string]: unknown;
  id: string;
  endpoint_id: string;
  event_id: string;
  types: Delivery['types'];
  created_at: Date;
  status: Delivery['status'];
  settled_at: Date | null;
  attempts: number;
  data: JsonObject | null;
  final_decision: string | null;
  organization_id: string;
  is_cloud_event: boolean | null;
  next_attempt_at: Date | null;
  log: { attempt: number; at: string; status: number | null; error: string | null; latency: number; answer: string }[];
}

const selectDeliveries = (from: string): string => `
  SELECT d.id, d.endpoint_id, d.event_id, d.types, d.created_at, d.status, d.settled_at, d.attempts,
    d.final_decision, d.organization_id, d.is_cloud_event, ${DATA},
    (
      SELECT o.due_at FROM svc.webhook_outbox o
      WHERE o.organization_id = $1 AND o.delivery_id = d.id AND o.claimed_at IS NULL
    ) AS next_attempt_at,
    ARRAY(
      SELECT json_build_object('attempt', a.attempt, 'at', a.at, 'status', a.status, 'error', a.error,
        'latency', a.latency_ms, 'answer', a.answer)
      FROM svc.webhook_attempts a WHERE a.organization_id = $1 AND a.delivery_id = d.id
      ORDER BY a.attempt DESC LIMIT ${LOGGED_ATTEMPTS_MAX}
    ) AS log
  FROM ${withEvents(from, '$1')}`;

const SELECT_DELIVERY = selectDeliveries('svc.webhook_deliveries d WHERE d.organization_id = $1 AND d.id = $2');

const DELIVERIES = {
  from: 'svc.webhook_deliveries d',
  alias: 'd',
  order: 'DESC',
  mark: [{ column: 'd.id', type: 'uuid' }],
  markValues: (mark: string) => [mark],
  key: 'd.id, d.created_at',
  markOf: (row: DeliveryRow) => row.id,
  momentOf: (row: DeliveryRow) => row.created_at,
  select: (cut: string) => `${selectDeliveries(`(${cut}) d`)} ORDER BY d.id DESC`,
} as const satisfies Partial<ListShape<DeliveryRow>>;

function deliveryOf(row: DeliveryRow): Delivery {
  const [type] = row.types;
  if (type === undefined) throw new Error('a delivery without a type');
  return {
    id: row.id,
    webhookId: row.endpoint_id,
    type,
    types: row.types,
    eventId: row.event_id,
    createdAt: row.created_at.toISOString(),
    status: row.status,
    settledAt: row.settled_at?.toISOString() ?? null,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    body: shownBody(row),
    log: row.log.map(({ at, latency, ...attempt }) => ({
      ...attempt,
      at: new Date(at).toISOString(),
      latencyMs: latency,
    })),
  };
}

/** Null before the first attempt, and for data that cannot be sent. */
function shownBody({ id, event_id: eventId, types, created_at: createdAt, data, ...row }: DeliveryRow): string | null {
  if (row.attempts === 0 || data === null) return null;
  const cloudEventOf = row.is_cloud_event === true ? row.organization_id : null;
  return bodyOf({ id, eventId, types, createdAt, data, finalDecision: row.final_decision, cloudEventOf });
}
