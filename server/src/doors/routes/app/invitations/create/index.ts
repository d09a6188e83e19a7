// SPDX-License-Identifier: Apache-2.0
/** POST /invitations: invite a person. */
import type { InvitationCreation } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { invite } from '../../../../../organization/members/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { checkRecentSignIn, registerSignedIn } from '../../register.ts';

export function registerInvitationsCreate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'createInvitation', async (request, person, reply) => {
    const { user, organization } = person;
    const invitation = request.body as InvitationCreation;
    // It gives a role that changes things, as a change of a member's role does.
    if (invitation.role !== 'MEMBER') checkRecentSignIn(person, deps.pool.clock.nowMs());
    const changer = { accountId: user.id, organizationId: organization.id };
    return await reply.code(201).send(await invite(deps, changer, invitation));
  });
}
