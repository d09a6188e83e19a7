/** POST /webhooks/{id}/test: send a test delivery. */
import type { FastifyInstance } from 'fastify';
import { sendTest } from '../../../webhooks/index.ts';
import type { AppRouteDependencies } from '../dependencies.ts';
import { uuidParameter } from '../parameters.ts';
import { registerSignedIn } from '../register.ts';

export function registerWebhooksTest(app: FastifyInstance, using: AppRouteDependencies): void {
  registerSignedIn(app, using, 'testWebhook', async (request, { user, organization }) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    return await sendTest(using.pool, changer, uuidParameter(request, 'id'));
  });
}
