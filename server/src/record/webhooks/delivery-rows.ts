// SPDX-License-Identifier: Apache-2.0
/** Rows of deliveries and of the outbox from which workers claim them: made together, or put back. */
import type { Statement, Transaction } from '../../storage/db/index.ts';

/** A delivery that is due at once: since it was made. */
export interface DeliveryRow {
  organization_id: string;
  id: string;
  endpoint_id: string;
  event_id: string;
  types: readonly string[];
  /** RFC 3339. */
  created_at: string;
  /** Null for a decision: its event has it. */
  data: object | null;
}

/** New rows with new ids only: no other transaction can be in the way. */
export function insertDeliveries(deliveries: readonly DeliveryRow[]): Statement {
  return { text: INSERT_DELIVERIES, values: [JSON.stringify(deliveries)] };
}

const INSERT_OUTBOX = `INSERT INTO svc.webhook_outbox (delivery_id, organization_id, endpoint_id, due_at, attempt)`;

const INSERT_DELIVERIES = `
  WITH deliveries AS (
    INSERT INTO svc.webhook_deliveries (organization_id, id, endpoint_id, event_id, types, created_at, data)
    SELECT d.organization_id, d.id, d.endpoint_id, d.event_id, ARRAY(SELECT json_array_elements_text(d.types)),
      d.created_at, d.data
    FROM json_to_recordset($1) AS d (
      organization_id uuid, id uuid, endpoint_id uuid, event_id text, types json, created_at timestamptz, data json)
    RETURNING id, organization_id, endpoint_id, created_at
  )
  ${INSERT_OUTBOX}
  SELECT id, organization_id, endpoint_id, created_at, 0 FROM deliveries`;

/**
 * Puts ended deliveries back into the outbox, at the beginning of the schedule; attempts count on. A delivery that
 * another caller has already put back stays unchanged.
 * @returns the number of deliveries put back
 */
export async function requeue(
  transaction: Transaction,
  organizationId: string,
  deliveryIds: readonly string[],
): Promise<number> {
  return (await transaction.query(REQUEUE, [organizationId, deliveryIds, transaction.clock.now()])).length;
}

const REQUEUE = `
  WITH again AS (
    ${INSERT_OUTBOX}
    SELECT id, organization_id, endpoint_id, $3::timestamptz, attempts FROM svc.webhook_deliveries
    WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND status <> 'WAITING'
    ON CONFLICT DO NOTHING
    RETURNING delivery_id
  )
  UPDATE svc.webhook_deliveries d SET status = 'WAITING', settled_at = NULL
  FROM again WHERE d.organization_id = $1 AND d.id = again.delivery_id
  RETURNING d.id`;
