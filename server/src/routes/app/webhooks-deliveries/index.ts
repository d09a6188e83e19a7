/** GET /webhooks/{id}/deliveries: the log of a webhook endpoint. */
import type { DeliveryListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { pageOf } from '../../../page.ts';
import { listDeliveries, UUID_MARK } from '../../../webhooks/index.ts';
import type { AppRouteDependencies } from '../dependencies.ts';
import { uuidParameter } from '../parameters.ts';
import { registerSignedIn } from '../register.ts';

export function registerWebhooksDeliveries(app: FastifyInstance, using: AppRouteDependencies): void {
  registerSignedIn(app, using, 'listDeliveries', async (request, { organization }) => {
    const query = request.query as DeliveryListQuery;
    return await listDeliveries(using.pool, {
      organizationId: organization.id,
      webhookId: uuidParameter(request, 'id'),
      status: query.status ?? null,
      page: pageOf(query, UUID_MARK),
    });
  });
}
