// SPDX-License-Identifier: Apache-2.0
/** POST /authorizations/{requestId}/approve: the person connects the app to one organization. */
import type { AuthorizationApproval } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { approveAuthorization } from '../../../../../organization/oauth/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';
import { carriedBy } from '../carried.ts';

export function registerAuthorizationsApprove(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'approveAuthorization', async (request, { user }, reply) => {
    const approval = request.body as AuthorizationApproval;
    const carried = carriedBy(request, reply);
    return { continueAt: await approveAuthorization(deps.authorizationServer, deps.pool, user.id, carried, approval) };
  });
}
