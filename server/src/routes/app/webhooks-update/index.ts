/** PATCH /webhooks/{id}: change a webhook endpoint, enable it, or disable it. */
import type { WebhookChange } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { updateWebhook } from '../../../webhooks/index.ts';
import type { AppRouteDependencies } from '../dependencies.ts';
import { uuidParameter } from '../parameters.ts';
import { registerSignedIn } from '../register.ts';

export function registerWebhooksUpdate(app: FastifyInstance, using: AppRouteDependencies): void {
  registerSignedIn(app, using, 'updateWebhook', async (request, { user, organization }) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    return await updateWebhook(using.pool, changer, uuidParameter(request, 'id'), request.body as WebhookChange);
  });
}
