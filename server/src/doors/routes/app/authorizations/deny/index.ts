// SPDX-License-Identifier: Apache-2.0
/** POST /authorizations/{requestId}/deny: the person does not connect the app, which is told so. */
import type { FastifyInstance } from 'fastify';
import { denyAuthorization } from '../../../../../organization/oauth/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';
import { carriedBy } from '../carried.ts';

export function registerAuthorizationsDeny(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'denyAuthorization', async (request, _person, reply) => {
    return { continueAt: await denyAuthorization(deps.authorizationServer, carriedBy(request, reply)) };
  });
}
