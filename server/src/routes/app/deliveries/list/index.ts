/** GET /webhooks/{id}/deliveries: the log of a webhook endpoint. */
import type { DeliveryListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { pageOf } from '../../../../pagination/index.ts';
import { listDeliveries, UUID_MARK } from '../../../../webhooks/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerDeliveriesList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listDeliveries', async (request, { organization }) => {
    const query = request.query as DeliveryListQuery;
    return await listDeliveries(deps.pool, {
      organizationId: organization.id,
      webhookId: uuidParameter(request, 'id'),
      status: query.status ?? null,
      page: pageOf(query, UUID_MARK),
    });
  });
}
