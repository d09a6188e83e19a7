// SPDX-License-Identifier: Apache-2.0
/** The routes of deliveries. */
import type { DeliveryListQuery } from '@svc/contract';
import { pageOf, UUID_MARK } from '../../../../platform/pagination/index.ts';
import { deliveryFor, listDeliveries, retryDelivery } from '../../../../record/webhooks/index.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, readerOf } from '../register.ts';
import { countSendByHand } from '../sends-by-hand.ts';

export const DELIVERIES_ROUTES = {
  /** GET /webhooks/{id}/deliveries: the log of a webhook endpoint. */
  listDeliveries: async ({ reads }, request, person) => {
    const query = request.query as DeliveryListQuery;
    const list = await listDeliveries(reads, readerOf(person), {
      webhookId: uuidParameter(request, 'id'),
      status: query.status ?? null,
      page: pageOf(query, UUID_MARK),
    });
    return { ...list, items: list.items.map((delivery) => deliveryFor(person.organization.role, delivery)) };
  },

  /** POST /deliveries/{id}/retry: send one delivery again. */
  retryDelivery: async (deps, request, { user, organization }) => {
    await countSendByHand(deps, organization.id);
    const changer = { accountId: user.id, organizationId: organization.id };
    return await retryDelivery(deps.pool, changer, uuidParameter(request, 'id'));
  },
} satisfies Partial<AppHandlers>;
