// SPDX-License-Identifier: Apache-2.0
/** POST /http-routes: make an HTTP route. */
import type { HttpRouteCreation } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { createHttpRoute } from '../../../../../registry/gateway-routes/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { heldChangerOf, registerSignedIn } from '../../register.ts';

export function registerHttpRoutesCreate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'createHttpRoute', async (request, person, reply) => {
    const creation = request.body as HttpRouteCreation;
    const changer = heldChangerOf(person, 'createHttpRoute', creation);
    const made = await createHttpRoute(deps.pool, deps, changer, creation);
    return await reply.code(201).send(made);
  });
}
