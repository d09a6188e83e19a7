/** POST /deliveries/{id}/retry: send one delivery again. */
import type { FastifyInstance } from 'fastify';
import { retryDelivery } from '../../../webhooks/index.ts';
import type { AppRouteDependencies } from '../dependencies.ts';
import { uuidParameter } from '../parameters.ts';
import { registerSignedIn } from '../register.ts';

export function registerDeliveriesRetry(app: FastifyInstance, using: AppRouteDependencies): void {
  registerSignedIn(app, using, 'retryDelivery', async (request, { user, organization }) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    return await retryDelivery(using.pool, changer, uuidParameter(request, 'id'));
  });
}
