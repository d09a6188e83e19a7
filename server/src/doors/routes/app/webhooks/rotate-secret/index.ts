// SPDX-License-Identifier: Apache-2.0
/** POST /webhooks/{id}/rotate-secret: make a new secret, which the answer shows once. */
import type { SecretRotationRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { rotateSecret } from '../../../../../record/webhooks/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerWebhooksRotateSecret(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'rotateWebhookSecret', async (request, { user, organization }) => {
    const { now = false } = request.body as SecretRotationRequest;
    const changer = { accountId: user.id, organizationId: organization.id };
    return await rotateSecret(deps.pool, deps.vault, changer, uuidParameter(request, 'id'), now);
  });
}
