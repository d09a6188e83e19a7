// SPDX-License-Identifier: Apache-2.0
/** POST /webhooks/{id}/test: send a test delivery. */
import type { FastifyInstance } from 'fastify';
import { sendTest } from '../../../../../record/webhooks/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';
import { countSendByHand } from '../../sends-by-hand.ts';

export function registerWebhooksTest(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'testWebhook', async (request, { user, organization }) => {
    await countSendByHand(deps, organization.id);
    const changer = { accountId: user.id, organizationId: organization.id };
    return await sendTest(deps.pool, changer, uuidParameter(request, 'id'));
  });
}
