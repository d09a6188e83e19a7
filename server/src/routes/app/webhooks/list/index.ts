/** GET /webhooks: list webhook endpoints. */
import type { WebhookListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { pageOf } from '../../../../pagination/index.ts';
import { listWebhooks, UUID_MARK } from '../../../../webhooks/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerWebhooksList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listWebhooks', async (request, { organization }) => {
    const page = pageOf(request.query as WebhookListQuery, UUID_MARK);
    return await listWebhooks(deps.pool, organization.id, page);
  });
}
