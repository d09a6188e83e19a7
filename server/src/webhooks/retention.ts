/**
 * Deletes what is older than an organization keeps its events, a bounded batch at a time. Ids follow time, so that the
 * old ones are found through the primary keys. What still waits for a deleted delivery is dropped when it comes due.
 */
import type { Transaction } from '../db/transaction.ts';

/** An id that comes before all that were made at this moment or later. */
export function firstIdOf(atMs: number): string {
  const hex = Math.max(0, Math.trunc(atMs)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/**
 * The log of attempts; to be deleted before the deliveries.
 * @returns how many rows were deleted: fewer than `rowsMax` when none is left
 */
export async function deleteOldAttempts(
  transaction: Transaction,
  organizationId: string,
  beforeMs: number,
  rowsMax: number,
): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(DELETE_ATTEMPTS, [
    organizationId,
    firstIdOf(beforeMs),
    rowsMax,
  ]);
  return row?.count ?? 0;
}

/** Log rows are only ever added: nobody waits for whoever deletes old ones. */
const DELETE_ATTEMPTS = `
  WITH old AS (
    SELECT delivery_id, attempt FROM svc.webhook_attempts
    WHERE organization_id = $1 AND delivery_id < $2 ORDER BY delivery_id LIMIT $3
  ), deleted AS (
    DELETE FROM svc.webhook_attempts a USING old
    WHERE a.organization_id = $1 AND a.delivery_id = old.delivery_id AND a.attempt = old.attempt
    RETURNING 1
  )
  SELECT count(*) AS count FROM deleted`;

/** Deliveries with their bodies. @returns as `deleteOldAttempts` */
export async function deleteOldDeliveries(
  transaction: Transaction,
  organizationId: string,
  beforeMs: number,
  rowsMax: number,
): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(DELETE_DELIVERIES, [
    organizationId,
    firstIdOf(beforeMs),
    rowsMax,
  ]);
  return row?.count ?? 0;
}

/** A row that a worker is writing is waited for; it is deleted whatever was written. */
const DELETE_DELIVERIES = `
  WITH deleted AS (
    DELETE FROM svc.webhook_deliveries
    WHERE organization_id = $1 AND id IN (
      SELECT id FROM svc.webhook_deliveries WHERE organization_id = $1 AND id < $2 ORDER BY id LIMIT $3
    )
    RETURNING 1
  )
  SELECT count(*) AS count FROM deleted`;
