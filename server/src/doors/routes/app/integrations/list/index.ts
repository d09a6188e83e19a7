// SPDX-License-Identifier: Apache-2.0
/** GET /integrations: list integrations. */
import type { IntegrationListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { listIntegrations } from '../../../../../registry/integrations/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerIntegrationsList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listIntegrations', async (request, person) => {
    return await listIntegrations(deps, readerOf(person), request.query as IntegrationListQuery);
  });
}
