// SPDX-License-Identifier: Apache-2.0
/** DELETE /webhooks/{id}: delete a webhook endpoint. */
import type { FastifyInstance } from 'fastify';
import { deleteWebhook } from '../../../../../record/webhooks/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerWebhooksDelete(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'deleteWebhook', async (request, { user, organization }, reply) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    await deleteWebhook(deps.pool, changer, uuidParameter(request, 'id'));
    return await reply.code(204).send();
  });
}
