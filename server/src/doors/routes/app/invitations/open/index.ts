// SPDX-License-Identifier: Apache-2.0
/** POST /invitations/open: what an invitation's link is for, before it is accepted. */
import type { InvitationToken } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { openInvitation } from '../../../../../organization/members/index.ts';
import { bySecret } from '../../by-secret.ts';
import { clientOf } from '../../client.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { personIfAny, registerAnybody } from '../../register.ts';

export function registerInvitationsOpen(app: FastifyInstance, deps: AppRouteDeps): void {
  registerAnybody(app, deps, 'openInvitation', async (request) => {
    const { token } = request.body as InvitationToken;
    const person = await personIfAny(deps, request);
    const { address } = clientOf(request, deps);
    return await bySecret(deps, { address, secret: token }, () => openInvitation(deps.pool, token, person));
  });
}
