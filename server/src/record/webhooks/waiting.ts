// SPDX-License-Identifier: Apache-2.0
/** How many deliveries wait for an endpoint, and whether it is held. */
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { queryAcross, type Transaction } from '../../storage/db/index.ts';
import { WAITING_MAX } from './limits.ts';
import type { EndpointSlots } from './slots.ts';

/** An expression that reads at most as many entries of the index as the bound says. */
export const waitingOf = (endpointId: string, most: string | number, condition = 'true'): string =>
  `(SELECT count(*)::integer FROM (
      SELECT FROM svc.webhook_outbox o WHERE ${condition} AND o.endpoint_id = ${endpointId} LIMIT ${most}
    ) AS waiting)`;

/** The same within the organization `$1`. */
export const waitingIn = (endpointId: string, most: string | number): string =>
  waitingOf(endpointId, most, 'o.organization_id = $1');

/** How many deliveries wait for an endpoint, up to a bound. */
export async function countWaitingFor(
  transaction: Transaction,
  organizationId: string,
  endpointId: string,
  most: number,
): Promise<number> {
  const [row] = await transaction.query<{ waiting: number }>(SELECT_WAITING, [organizationId, endpointId, most]);
  return row?.waiting ?? 0;
}

const SELECT_WAITING = `SELECT ${waitingIn('$2', '$3')} AS waiting`;

/** Counts for the endpoints whose slots run out in this process. */
export async function countWaiting(pool: pg.Pool, slots: EndpointSlots, isLook: boolean): Promise<void> {
  const endpointIds = slots.due(isLook);
  if (endpointIds.length === 0) return;
  try {
    const rows = await queryAcross<Count>(pool, TABLES, COUNT, [endpointIds, WAITING_MAX]);
    for (const { id, waiting } of rows) slots.counted(id, waiting);
  } catch (error) {
    slots.unknown(endpointIds);
    throw error;
  }
}

interface Count {
  [column: string]: unknown;
  id: string;
  waiting: number | null;
}

/** Counted over all organizations. */
const TABLES = ['webhook_outbox', 'webhook_holds'];

/** A hold ends at one place only: see `HoldLooks`. */
const COUNT = `
  SELECT e.id, CASE WHEN NOT EXISTS (SELECT FROM svc.webhook_holds h WHERE h.endpoint_id = e.id)
    THEN ${waitingOf('e.id', '$2')} END AS waiting
  FROM unnest($1::uuid[]) AS e (id)`;

/** @throws ApiError 409 when as many deliveries wait for the endpoint as may */
export async function checkMayWait(
  transaction: Transaction,
  organizationId: string,
  endpointId: string,
): Promise<void> {
  if ((await countWaitingFor(transaction, organizationId, endpointId, WAITING_MAX)) < WAITING_MAX) return;
  const message = `${WAITING_MAX.toLocaleString('en')} deliveries wait for this webhook, which is as many as may wait.`;
  throw new ApiError('conflict', { message });
}
