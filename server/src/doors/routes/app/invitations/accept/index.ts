// SPDX-License-Identifier: Apache-2.0
/** POST /invitations/accept: become a member, with an account or with a new one. */
import type { InvitationAcceptance } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { acceptInvitation } from '../../../../../organization/members/index.ts';
import { bySecret } from '../../by-secret.ts';
import { clientOf } from '../../client.ts';
import { setStartedCookies } from '../../cookies.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { personIfAny, registerAnybody } from '../../register.ts';

export function registerInvitationsAccept(app: FastifyInstance, deps: AppRouteDeps): void {
  registerAnybody(app, deps, 'acceptInvitation', async (request, reply) => {
    const by = {
      person: await personIfAny(deps, request),
      client: clientOf(request, deps),
      nowMs: deps.pool.clock.nowMs(),
    };
    const acceptance = request.body as InvitationAcceptance;
    const presented = { address: by.client.address, secret: acceptance.token };
    const { accepted, tokens } = await bySecret(deps, presented, () => acceptInvitation(deps, acceptance, by));
    if (tokens !== null) setStartedCookies(reply, tokens);
    return accepted;
  });
}
