/** POST /webhooks: make a webhook endpoint. */
import type { WebhookCreation } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { createWebhook } from '../../../webhooks/index.ts';
import type { AppRouteDependencies } from '../dependencies.ts';
import { registerSignedIn } from '../register.ts';

export function registerWebhooksCreate(app: FastifyInstance, using: AppRouteDependencies): void {
  registerSignedIn(app, using, 'createWebhook', async (request, { user, organization }, reply) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    const webhook = await createWebhook(using.pool, using.vault, changer, request.body as WebhookCreation);
    return await reply.code(201).send(webhook);
  });
}
