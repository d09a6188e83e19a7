// SPDX-License-Identifier: Apache-2.0
/** POST /deliveries/{id}/retry: send one delivery again. */
import type { FastifyInstance } from 'fastify';
import { retryDelivery } from '../../../../../record/webhooks/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';
import { countSendByHand } from '../../sends-by-hand.ts';

export function registerDeliveriesRetry(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'retryDelivery', async (request, { user, organization }) => {
    await countSendByHand(deps, organization.id);
    const changer = { accountId: user.id, organizationId: organization.id };
    return await retryDelivery(deps.pool, changer, uuidParameter(request, 'id'));
  });
}
