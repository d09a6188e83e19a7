/** PATCH /integrations/{id}: change an integration. */
import type { IntegrationChange } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { updateIntegration } from '../../../../registry/integrations/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { changerOf, registerSignedIn } from '../../register.ts';

export function registerIntegrationsUpdate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'updateIntegration', async (request, person) => {
    const change = request.body as IntegrationChange;
    return await updateIntegration(deps.pool, deps, changerOf(person), uuidParameter(request, 'id'), change);
  });
}
