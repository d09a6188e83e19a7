// SPDX-License-Identifier: Apache-2.0
/** GET /authorizations/{requestId}: what an app asks for, and what the person can answer. */
import type { FastifyInstance } from 'fastify';
import { readAuthorization } from '../../../../../organization/oauth/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';
import { carriedBy } from '../carried.ts';

export function registerAuthorizationsRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readAuthorization', async (request, { user }, reply) => {
    const person = { id: user.id, email: user.email };
    return await readAuthorization(deps.authorizationServer, deps.pool, person, carriedBy(request, reply));
  });
}
