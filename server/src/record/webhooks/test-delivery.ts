// SPDX-License-Identifier: Apache-2.0
/** Sends a test to an endpoint: a delivery like any other, which is no security decision. */

import { randomUUID } from 'node:crypto';
import type { Delivery } from '@svc/contract';
import type pg from 'pg';
import { actAsAdmin, type Changer } from '../../people/memberships/index.ts';
import { uuidv7 } from '../../storage/db/index.ts';
import { checkEnabled, readEndpoint } from './endpoint.ts';
import { enqueueDeliveries } from './enqueue.ts';
import { readDelivery } from './list-deliveries.ts';
import { checkMayWait } from './waiting.ts';

const MESSAGE = 'This is a test delivery of svc, the Agent Action Decision Service. It is no decision.';

/** @throws ApiError 404 without such a webhook, 409 when it is disabled or too many deliveries wait for it */
export async function sendTest(pool: pg.Pool, changer: Changer, webhookId: string): Promise<Delivery> {
  const { organizationId } = changer;
  return await actAsAdmin(pool, changer, async (transaction, nowMs) => {
    checkEnabled(await readEndpoint(transaction, organizationId, webhookId));
    await checkMayWait(transaction, organizationId, webhookId);
    const id = uuidv7(nowMs);
    const eventId = `test-${randomUUID()}`;
    const data = { message: MESSAGE, organizationId, webhookId };
    await enqueueDeliveries(
      transaction,
      organizationId,
      [{ id, endpointId: webhookId, type: 'TEST', eventId, data }],
      nowMs,
    );
    return {
      result: await readDelivery(transaction, organizationId, id),
      changes: [
        { kind: 'webhook.tested', subject: { type: 'webhook', id: webhookId }, metadata: { deliveryId: id, eventId } },
      ],
    };
  });
}
