// SPDX-License-Identifier: Apache-2.0
/** GET /webhooks/{id}: a webhook endpoint, its health and its recoveries. */
import type { FastifyInstance } from 'fastify';
import { readWebhook, webhookFor } from '../../../../../record/webhooks/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerWebhooksRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readWebhook', async (request, { organization }) => {
    const webhook = await readWebhook(deps.pool, organization.id, uuidParameter(request, 'id'));
    return webhookFor(organization.role, webhook);
  });
}
