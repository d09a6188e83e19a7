// SPDX-License-Identifier: Apache-2.0
/** Deletes an endpoint. Its waiting deliveries end unsent; their log stays as long as any other. */

import type pg from 'pg';
import { type Changer, changeAsAdmin } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { deletedEntry, type Identified } from '../../registry/records/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { ENDED_BATCHES_MAX, ENDED_PER_BATCH } from './limits.ts';
import { WEBHOOK, type WebhookValues } from './plan-webhooks.ts';

/** @throws ApiError 404 */
export async function deleteWebhook(pool: pg.Pool, changer: Changer, webhookId: string): Promise<void> {
  const { organizationId } = changer;
  await changeAsAdmin(pool, changer, async (transaction) => {
    const [deleted] = await transaction.query<DeletedRow>(DELETE, [organizationId, webhookId]);
    if (deleted === undefined) throw new ApiError('not_found', { message: 'There is no such webhook.' });
    await transaction.query(DELETE_RECOVERIES, [organizationId, webhookId]);
    await transaction.query(DELETE_HOLD, [organizationId, webhookId]);
    return { result: undefined, changes: [deletedEntry(WEBHOOK, { ...deleted, secret: '' })] };
  });
  // From here on the endpoint is gone; workers drop remaining deliveries when they come due.
  await endDeliveries(pool, organizationId, webhookId).catch(() => {});
}

/** Under the lock of the head: no decision recorded later makes a delivery for the endpoint. */
const DELETE = `
  DELETE FROM svc.webhook_endpoints WHERE organization_id = $1 AND id = $2 RETURNING id, url, description, format`;

type DeletedRow = Record<string, unknown> & Identified<Omit<WebhookValues, 'secret'>>;

/** Waits for a worker that holds one of them. The worker puts a batch back and takes no lock that is held here. */
const DELETE_RECOVERIES = `DELETE FROM svc.webhook_recoveries WHERE organization_id = $1 AND endpoint_id = $2`;

/** Under the lock of the head, which every transaction that counts holds too. */
const DELETE_HOLD = `DELETE FROM svc.webhook_holds WHERE organization_id = $1 AND endpoint_id = $2`;

/** In batches of their own: days of deliveries may wait, and decisions must not wait for them. */
async function endDeliveries(pool: pg.Pool, organizationId: string, webhookId: string): Promise<void> {
  const values = [organizationId, webhookId, ENDED_PER_BATCH, pool.clock.now()];
  for (let batch = 0; batch < ENDED_BATCHES_MAX; batch += 1) {
    const ended = await inTransaction(pool, [organizationId], (transaction) => transaction.query(END_WAITING, values));
    if (ended.length < ENDED_PER_BATCH) return;
  }
}

/** A delivery that is being sent, or claimed at this moment, is left to its worker. */
const END_WAITING = `
  WITH waiting AS MATERIALIZED (
    SELECT delivery_id FROM svc.webhook_outbox
    WHERE organization_id = $1 AND endpoint_id = $2 AND claimed_at IS NULL
    LIMIT $3
    FOR UPDATE SKIP LOCKED
  ), ended AS (
    DELETE FROM svc.webhook_outbox o USING waiting
    WHERE o.organization_id = $1 AND o.delivery_id = ANY (ARRAY(SELECT w.delivery_id FROM waiting w))
      AND o.delivery_id = waiting.delivery_id
    RETURNING o.delivery_id
  )
  UPDATE svc.webhook_deliveries d SET status = 'FAILED', settled_at = $4::timestamptz
  FROM ended WHERE d.organization_id = $1 AND d.id = ended.delivery_id
  RETURNING d.id`;
