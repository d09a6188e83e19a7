// SPDX-License-Identifier: Apache-2.0
/** POST /webhooks: make a webhook endpoint. */
import type { WebhookCreation } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { createWebhook } from '../../../../../record/webhooks/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerWebhooksCreate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'createWebhook', async (request, { user, organization }, reply) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    const webhook = await createWebhook(deps, changer, request.body as WebhookCreation);
    return await reply.code(201).send(webhook);
  });
}
