// SPDX-License-Identifier: Apache-2.0
/** DELETE /resources/{id}: delete a resource that nothing refers to. */
import type { FastifyInstance } from 'fastify';
import { deleteResource } from '../../../../../registry/resources/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { changerOf, registerSignedIn } from '../../register.ts';

export function registerResourcesDelete(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'deleteResource', async (request, person, reply) => {
    await deleteResource(deps.pool, changerOf(person), uuidParameter(request, 'id'));
    return await reply.code(204).send();
  });
}
