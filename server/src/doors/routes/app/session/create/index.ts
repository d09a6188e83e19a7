// SPDX-License-Identifier: Apache-2.0
/** POST /auth/login: sign in. */
import type { LoginRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { firstOrganization } from '../../../../../organization/own-account/index.ts';
import { signIn } from '../../../../../people/sessions/index.ts';
import { clientOf } from '../../client.ts';
import { setStartedCookies } from '../../cookies.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerAnybody } from '../../register.ts';

export function registerSessionCreate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerAnybody(app, deps, 'signIn', async (request, reply) => {
    const { organizationName, ...credentials } = request.body as LoginRequest;
    const nowMs = deps.pool.clock.nowMs();
    const makeOrganization = firstOrganization(organizationName, { plan: deps.planDefault, nowMs });
    const attempt = { ...credentials, client: clientOf(request, deps), nowMs, makeOrganization };
    const { signedIn, tokens } = await signIn(deps, attempt);
    setStartedCookies(reply, tokens);
    return signedIn;
  });
}
