// SPDX-License-Identifier: Apache-2.0
/** GET /webhooks/{id}/deliveries: the log of a webhook endpoint. */
import type { DeliveryListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { pageOf, UUID_MARK } from '../../../../../platform/pagination/index.ts';
import { deliveryFor, listDeliveries } from '../../../../../record/webhooks/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerDeliveriesList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listDeliveries', async (request, person) => {
    const query = request.query as DeliveryListQuery;
    const list = await listDeliveries(deps.reads, readerOf(person), {
      webhookId: uuidParameter(request, 'id'),
      status: query.status ?? null,
      page: pageOf(query, UUID_MARK),
    });
    return { ...list, items: list.items.map((delivery) => deliveryFor(person.organization.role, delivery)) };
  });
}
