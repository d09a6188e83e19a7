/** GET /webhooks: list webhook endpoints. */
import type { WebhookListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { pageOf } from '../../../page.ts';
import { listWebhooks, UUID_MARK } from '../../../webhooks/index.ts';
import type { AppRouteDependencies } from '../dependencies.ts';
import { registerSignedIn } from '../register.ts';

export function registerWebhooks(app: FastifyInstance, using: AppRouteDependencies): void {
  registerSignedIn(app, using, 'listWebhooks', async (request, { organization }) => {
    const page = pageOf(request.query as WebhookListQuery, UUID_MARK);
    return await listWebhooks(using.pool, organization.id, page);
  });
}
