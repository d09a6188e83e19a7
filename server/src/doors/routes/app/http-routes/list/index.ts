// SPDX-License-Identifier: Apache-2.0
/** GET /http-routes: list HTTP routes. */
import type { HttpRouteListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { listHttpRoutes } from '../../../../../registry/gateway-routes/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerHttpRoutesList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listHttpRoutes', async (request, person) => {
    return await listHttpRoutes(deps.reads, readerOf(person), request.query as HttpRouteListQuery);
  });
}
