// SPDX-License-Identifier: Apache-2.0
/** POST /http-routes/{id}/check: try its upstream by one call. */
import type { HttpRouteCheck } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { checkHttpRoute } from '../../../../../decisions/gateways/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { changerOf, registerSignedIn } from '../../register.ts';

export function registerHttpRoutesCheck(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'checkHttpRoute', async (request, person) => {
    return await checkHttpRoute(deps, changerOf(person), uuidParameter(request, 'id'), request.body as HttpRouteCheck);
  });
}
