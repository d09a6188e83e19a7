/** Makes deliveries that no decision makes. They commit with what caused them, and workers hear of them then. */
import type { AnomalyKind } from '@svc/contract';
import type { JsonObject } from '@svc/core/canonical-json';
import { type Transaction, uuidv7 } from '../db/index.ts';
import { notifyWorkers } from './notify.ts';

/** What a delivery says of an anomaly: the fields of the specification. */
export interface AnomalyNotice {
  id: string;
  agentId: string;
  kind: AnomalyKind;
  /** English, for whoever does not know the code. */
  message: string;
  messageCode: string;
  messageParams: Readonly<Record<string, string | number | null>>;
  severity: string;
}

/**
 * One delivery of an anomaly for each endpoint of the organization that is not disabled. To be called once, in the
 * transaction that opens the anomaly, which must see the organization: when it is rolled back, nothing is sent.
 * @returns how many endpoints get one
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
  await insertDeliveries(transaction, organizationId, deliveries, nowMs);
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

export async function insertDeliveries(
  transaction: Transaction,
  organizationId: string,
  deliveries: readonly NewDelivery[],
  nowMs: number,
): Promise<void> {
  if (deliveries.length === 0) return;
  await transaction.query(INSERT_DELIVERIES, [organizationId, new Date(nowMs), JSON.stringify(deliveries)]);
  await notifyWorkers(
    transaction,
    deliveries.map(({ endpointId }) => endpointId),
  );
}

/** New rows only, with ids that were just made: no other transaction can be in the way. */
const INSERT_DELIVERIES = `
  WITH deliveries AS (
    INSERT INTO svc.webhook_deliveries (organization_id, id, endpoint_id, event_id, types, created_at, data)
    SELECT $1, d.id, d."endpointId", d."eventId", ARRAY[d.type], $2, d.data
    FROM json_to_recordset($3) AS d (id uuid, "endpointId" uuid, "eventId" text, type text, data json)
    RETURNING id, organization_id, endpoint_id
  )
  INSERT INTO svc.webhook_outbox (delivery_id, organization_id, endpoint_id, due_at)
  SELECT id, organization_id, endpoint_id, now() FROM deliveries`;
