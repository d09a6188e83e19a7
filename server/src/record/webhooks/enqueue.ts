// SPDX-License-Identifier: Apache-2.0
/** Makes deliveries without a decision. They commit with their cause, and workers hear of them then. */

import type { AnomalyKind } from '@svc/contract';
import type { JsonObject } from '@svc/core/canonical-json';
import { type Transaction, uuidv7 } from '../../storage/db/index.ts';
import { ofEndpoint, tellWithCommit } from '../../storage/news/index.ts';
import { insertDeliveries } from './delivery-rows.ts';
import { WAITING_MAX } from './limits.ts';
import { addSkip, countSkips, type Skips } from './skips.ts';
import { waitingIn } from './waiting.ts';

/** The content of a delivery about an anomaly: the fields of the specification. */
export interface AnomalyNotice {
  id: string;
  agentId: string;
  kind: AnomalyKind;
  /** The English text, for readers that do not know the code. */
  message: string;
  messageCode: string;
  messageParams: Readonly<Record<string, string | number | null>>;
  severity: string;
}

/**
 * One delivery of an anomaly for each enabled endpoint of the organization; a held one counts it. Call it once, in the
 * transaction that opens the anomaly, which holds the lock of the head: after a rollback nothing is sent.
 * @returns the number of endpoints that get one
 */
export async function enqueueAnomalyDeliveries(
  transaction: Transaction,
  organizationId: string,
  anomaly: AnomalyNotice,
  nowMs: number,
): Promise<number> {
  const { id, agentId, kind, message, messageCode, messageParams, severity } = anomaly;
  const endpoints = await transaction.query<{ id: string; has_room: boolean }>(SELECT_ENDPOINTS, [
    organizationId,
    WAITING_MAX,
  ]);
  const data = { agentId, id, kind, message, messageCode, messageParams, severity };
  const content = { type: 'ANOMALY', eventId: id, data } as const;
  const deliveries = endpoints
    .filter((endpoint) => endpoint.has_room)
    .map((endpoint) => ({ ...content, id: uuidv7(nowMs), endpointId: endpoint.id }));
  await enqueueDeliveries(transaction, organizationId, deliveries, nowMs);
  await countAnomaly(transaction, organizationId, {
    endpointIds: endpoints.filter((endpoint) => !endpoint.has_room).map((endpoint) => endpoint.id),
    eventId: id,
    nowMs,
  });
  return deliveries.length;
}

const SELECT_ENDPOINTS = `
  SELECT e.id, h.endpoint_id IS NULL AND ${waitingIn('e.id', '$2')} < $2 AS has_room
  FROM svc.webhook_endpoints e
    LEFT JOIN svc.webhook_holds h ON h.organization_id = e.organization_id AND h.endpoint_id = e.id
  WHERE e.organization_id = $1 AND e.disabled_at IS NULL ORDER BY e.id`;

async function countAnomaly(
  transaction: Transaction,
  organizationId: string,
  { endpointIds, eventId, nowMs }: { endpointIds: readonly string[]; eventId: string; nowMs: number },
): Promise<void> {
  if (endpointIds.length === 0) return;
  const event = { event_id: eventId, types: ['ANOMALY'] as const };
  const skips = new Map<string, Skips>();
  for (const endpointId of endpointIds) {
    addSkip(skips, { ...event, endpoint_id: endpointId, created_at: new Date(nowMs).toISOString() });
  }
  await countSkips(transaction, organizationId, skips.values());
}

interface NewDelivery {
  id: string;
  endpointId: string;
  type: 'ANOMALY' | 'SKIPPED' | 'TEST';
  eventId: string;
  data: JsonObject;
}

/** Makes the deliveries and tells the workers of them. */
export async function enqueueDeliveries(
  transaction: Transaction,
  organizationId: string,
  deliveries: readonly NewDelivery[],
  nowMs: number,
): Promise<void> {
  if (deliveries.length === 0) return;
  const created_at = new Date(nowMs).toISOString();
  const rows = deliveries.map(({ id, endpointId, type, eventId, data }) => {
    return { id, endpoint_id: endpointId, event_id: eventId, types: [type], created_at, data };
  });
  await insertDeliveries(transaction, organizationId, rows);
  await tellWithCommit(transaction, ...deliveries.map(({ endpointId }) => ofEndpoint(endpointId)));
}
