// SPDX-License-Identifier: Apache-2.0
/** How many deliveries wait for an endpoint, and whether it is held. */
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { queryAcross, type Transaction } from '../../storage/db/index.ts';
import { WAITING_MAX } from './limits.ts';
import type { EndpointSlots } from './slots.ts';

/** An expression that reads at most as many entries of the index as the bound says, in the organization `$1`. */
export const waitingIn = (endpointId: string, most: string | number): string =>
  `(SELECT count(*)::integer FROM (
      SELECT FROM svc.webhook_outbox o WHERE o.organization_id = $1 AND o.endpoint_id = ${endpointId} LIMIT ${most}
    ) AS waiting)`;

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
    // The holds are read last: a delivery that waits meanwhile is not counted into a hold that has ended.
    const counts = await queryAcross<Count>(pool, ['webhook_outbox'], COUNT, [endpointIds]);
    const holds = await queryAcross<{ id: string }>(pool, ['webhook_holds'], FIND_HOLDS, [endpointIds]);
    const waitingFor = new Map(counts.map(({ id, waiting }) => [id, waiting]));
    const isHeld = new Set(holds.map(({ id }) => id));
    for (const id of endpointIds) slots.counted(id, isHeld.has(id) ? null : (waitingFor.get(id) ?? 0));
  } catch (error) {
    slots.unknown(endpointIds);
    throw error;
  }
}

interface Count {
  [column: string]: unknown;
  id: string;
  waiting: number;
}

/** Over all organizations. Not many more wait than may. */
const COUNT = `
  SELECT endpoint_id AS id, count(*)::integer AS waiting FROM svc.webhook_outbox
  WHERE endpoint_id = ANY ($1::uuid[]) GROUP BY endpoint_id`;

/** A hold ends at one place only: see `HoldLooks`. */
const FIND_HOLDS = 'SELECT endpoint_id AS id FROM svc.webhook_holds WHERE endpoint_id = ANY ($1::uuid[])';

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
