// SPDX-License-Identifier: Apache-2.0
/** GET /webhooks: list webhook endpoints. */
import type { WebhookListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { pageOf, UUID_MARK } from '../../../../../platform/pagination/index.ts';
import { listWebhooks, webhookFor } from '../../../../../record/webhooks/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerWebhooksList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listWebhooks', async (request, person) => {
    const page = pageOf(request.query as WebhookListQuery, UUID_MARK);
    const list = await listWebhooks(deps.reads, readerOf(person), page);
    return { ...list, items: list.items.map((webhook) => webhookFor(person.organization.role, webhook)) };
  });
}
