// SPDX-License-Identifier: Apache-2.0
/** DELETE /integrations/{id}: delete an integration. */
import type { FastifyInstance } from 'fastify';
import { deleteIntegration } from '../../../../../registry/integrations/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { changerOf, registerSignedIn } from '../../register.ts';

export function registerIntegrationsDelete(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'deleteIntegration', async (request, person, reply) => {
    await deleteIntegration(deps.pool, deps.vault, changerOf(person), uuidParameter(request, 'id'));
    return await reply.code(204).send();
  });
}
