// SPDX-License-Identifier: Apache-2.0
/** GET /integrations/{id}/check: try its address by one call. */
import type { FastifyInstance } from 'fastify';
import { checkIntegration } from '../../../../../decisions/gateways/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { changerOf, registerSignedIn } from '../../register.ts';

export function registerIntegrationsCheck(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'checkIntegration', async (request, person) => {
    return await checkIntegration(deps, changerOf(person), uuidParameter(request, 'id'));
  });
}
