// SPDX-License-Identifier: Apache-2.0
/** PATCH /http-routes/{id}: change an HTTP route. */
import type { HttpRouteChange } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { updateHttpRoute } from '../../../../../registry/gateway-routes/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { heldChangerOf, registerSignedIn } from '../../register.ts';

export function registerHttpRoutesUpdate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'updateHttpRoute', async (request, person) => {
    const [id, change] = [uuidParameter(request, 'id'), request.body as HttpRouteChange];
    return await updateHttpRoute(deps.pool, deps, heldChangerOf(person, 'updateHttpRoute', change, id), id, change);
  });
}
