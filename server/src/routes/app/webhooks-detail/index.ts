/** GET /webhooks/{id}: a webhook endpoint, its health and its recoveries. */
import type { FastifyInstance } from 'fastify';
import { readWebhook } from '../../../webhooks/index.ts';
import type { AppRouteDependencies } from '../dependencies.ts';
import { uuidParameter } from '../parameters.ts';
import { registerSignedIn } from '../register.ts';

export function registerWebhooksDetail(app: FastifyInstance, using: AppRouteDependencies): void {
  registerSignedIn(app, using, 'readWebhook', async (request, { organization }) => {
    return await readWebhook(using.pool, organization.id, uuidParameter(request, 'id'));
  });
}
