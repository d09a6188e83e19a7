// SPDX-License-Identifier: Apache-2.0
/** Rows of deliveries and of the outbox from which workers claim them: made together, or put back. */
import type { Transaction } from '../../storage/db/index.ts';

/** A delivery that is due at once: since it was made. */
export interface DeliveryRow {
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
export async function insertDeliveries(
  transaction: Transaction,
  organizationId: string,
  deliveries: readonly DeliveryRow[],
): Promise<void> {
  await transaction.query(ADD_DELIVERIES, [organizationId, JSON.stringify(deliveries)]);
}

const ADD_DELIVERIES = 'SELECT svc.add_deliveries($1, $2)';

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
  const now = transaction.clock.now();
  const added = await transaction.query<{ id: string }>(PUT_BACK, [organizationId, deliveryIds, now]);
  if (added.length > 0) await transaction.query(WAIT_AGAIN, [organizationId, added.map(({ id }) => id)]);
  return added.length;
}

const PUT_BACK = `
  INSERT INTO svc.webhook_outbox (delivery_id, organization_id, endpoint_id, due_at, attempt)
  SELECT id, organization_id, endpoint_id, $3::timestamptz, attempts FROM svc.webhook_deliveries
  WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND status <> 'WAITING'
  ON CONFLICT DO NOTHING
  RETURNING delivery_id AS id`;

const WAIT_AGAIN = `
  UPDATE svc.webhook_deliveries SET status = 'WAITING', settled_at = NULL
  WHERE organization_id = $1 AND id = ANY ($2::uuid[])`;
