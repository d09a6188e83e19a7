// SPDX-License-Identifier: Apache-2.0
/** GET /integrations/{id}: an integration, with the routes that use it. */
import type { FastifyInstance } from 'fastify';
import { readIntegration } from '../../../../../registry/integrations/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerIntegrationsRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readIntegration', async (request, { organization }) => {
    return await readIntegration(deps.pool, organization.id, uuidParameter(request, 'id'), deps.vault);
  });
}
