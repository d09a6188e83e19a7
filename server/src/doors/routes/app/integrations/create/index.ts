// SPDX-License-Identifier: Apache-2.0
/** POST /integrations: make an integration. */
import type { IntegrationCreation } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { createIntegration } from '../../../../../registry/integrations/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { changerOf, registerSignedIn } from '../../register.ts';

export function registerIntegrationsCreate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'createIntegration', async (request, person, reply) => {
    const made = await createIntegration(deps.pool, deps, changerOf(person), request.body as IntegrationCreation);
    return await reply.code(201).send(made);
  });
}
