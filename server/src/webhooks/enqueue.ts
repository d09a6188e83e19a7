// SPDX-License-Identifier: Apache-2.0
/** Makes deliveries without a decision. They commit with their cause, and workers hear of them then. */

import type { AnomalyKind } from '@svc/contract';
import type { JsonObject } from '@svc/core/canonical-json';
import { type Transaction, uuidv7 } from '../db/index.ts';
import { insertDeliveries } from './delivery-rows.ts';
import { notifyWorkers } from './notify.ts';

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
 * One delivery of an anomaly for each enabled endpoint of the organization. Call it once, in the transaction that opens
 * the anomaly, which must see the organization: after a rollback nothing is sent.
 * @returns the number of endpoints that get one
 */
export async function enqueueAnomalyDeliveries(
  transaction: Transaction,
  organizationId: string,
  anomaly: AnomalyNotice,
  nowMs: number,
): Promise<number> {
  const { id, agentId, kind, message, messageCode, messageParams, severity } = anomaly;
  const endpoints = await transaction.query<{ id: string }>(SELECT_ENDPOINTS, [organizationId]);
  const data = { agentId, id, kind, message, messageCode, messageParams, severity };
  const content = { type: 'ANOMALY', eventId: id, data } as const;
  const deliveries = endpoints.map((endpoint) => ({ ...content, id: uuidv7(nowMs), endpointId: endpoint.id }));
  await enqueueDeliveries(transaction, organizationId, deliveries, nowMs);
  return deliveries.length;
}

const SELECT_ENDPOINTS = `
  SELECT id FROM svc.webhook_endpoints WHERE organization_id = $1 AND disabled_at IS NULL ORDER BY id`;

interface NewDelivery {
  id: string;
  endpointId: string;
  type: 'ANOMALY' | 'TEST';
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
  const { text, values } = insertDeliveries(
    deliveries.map(({ id, endpointId, type, eventId, data }) => {
      return {
        organization_id: organizationId,
        id,
        endpoint_id: endpointId,
        event_id: eventId,
        types: [type],
        created_at,
        data,
      };
    }),
  );
  await transaction.query(text, [...values]);
  await notifyWorkers(
    transaction,
    deliveries.map(({ endpointId }) => endpointId),
  );
}
