// SPDX-License-Identifier: Apache-2.0
/** PATCH /webhooks/{id}: change a webhook endpoint, enable it, or disable it. */
import type { WebhookChange } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { updateWebhook } from '../../../../../record/webhooks/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerWebhooksUpdate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'updateWebhook', async (request, { user, organization }) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    return await updateWebhook(deps, changer, uuidParameter(request, 'id'), request.body as WebhookChange);
  });
}
