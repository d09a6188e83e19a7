// SPDX-License-Identifier: Apache-2.0
/** DELETE /http-routes/{id}: delete an HTTP route. */
import type { FastifyInstance } from 'fastify';
import { deleteHttpRoute } from '../../../../../registry/gateway-routes/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { changerOf, registerSignedIn } from '../../register.ts';

export function registerHttpRoutesDelete(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'deleteHttpRoute', async (request, person, reply) => {
    await deleteHttpRoute(deps.pool, changerOf(person), uuidParameter(request, 'id'));
    return await reply.code(204).send();
  });
}
