// SPDX-License-Identifier: Apache-2.0
/** GET /http-routes/{id}: an HTTP route. */
import type { FastifyInstance } from 'fastify';
import { readHttpRoute } from '../../../../../registry/gateway-routes/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerHttpRoutesRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readHttpRoute', async (request, { organization }) => {
    return await readHttpRoute(deps.pool, organization.id, uuidParameter(request, 'id'));
  });
}
