// SPDX-License-Identifier: Apache-2.0
/** Sends one delivery again by hand, after any outcome: the same id and body, with the attempts counting on. */

import type { Delivery } from '@svc/contract';
import type pg from 'pg';
import { actAsAdmin, type Changer } from '../../people/memberships/index.ts';
import { ofEndpoint, tellWithCommit } from '../../storage/news/index.ts';
import { requeue } from './delivery-rows.ts';
import { checkEnabled, readEndpoint } from './endpoint.ts';
import { readDelivery } from './list-deliveries.ts';
import { checkMayWait } from './waiting.ts';

/**
 * A delivery that waits for its next attempt is due at once; one that is being sent stays unchanged.
 * @throws ApiError 404 without such a delivery, or when its webhook is gone; 409 when that is disabled, or when too
 *   many others wait for it
 */
export async function retryDelivery(pool: pg.Pool, changer: Changer, deliveryId: string): Promise<Delivery> {
  const { organizationId } = changer;
  return await actAsAdmin(pool, changer, async (transaction) => {
    const { webhookId, eventId, status } = await readDelivery(transaction, organizationId, deliveryId);
    checkEnabled(await readEndpoint(transaction, organizationId, webhookId));
    if (status !== 'WAITING') await checkMayWait(transaction, organizationId, webhookId);
    await transaction.query(HASTEN, [organizationId, deliveryId, transaction.clock.now()]);
    await requeue(transaction, organizationId, [deliveryId]);
    await tellWithCommit(transaction, ofEndpoint(webhookId));
    return {
      result: await readDelivery(transaction, organizationId, deliveryId),
      changes: [
        { kind: 'delivery.retried', subject: { type: 'delivery', id: deliveryId }, metadata: { eventId, webhookId } },
      ],
    };
  });
}

/** A row that a worker is claiming is waited for, and then left to it. */
const HASTEN = `
  UPDATE svc.webhook_outbox SET due_at = $3::timestamptz, step = 0
  WHERE organization_id = $1 AND delivery_id = $2 AND claimed_at IS NULL`;
