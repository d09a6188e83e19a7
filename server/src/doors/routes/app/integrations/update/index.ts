// SPDX-License-Identifier: Apache-2.0
/** PATCH /integrations/{id}: change an integration. */
import type { IntegrationChange } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { updateIntegration } from '../../../../../registry/integrations/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { changerOf, isRecentlySignedIn, registerSignedIn } from '../../register.ts';

export function registerIntegrationsUpdate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'updateIntegration', async (request, person) => {
    const change = request.body as IntegrationChange;
    const changer = { ...changerOf(person), isRecent: isRecentlySignedIn(person, deps.pool.clock.nowMs()) };
    return await updateIntegration(deps.pool, deps, changer, uuidParameter(request, 'id'), change);
  });
}
