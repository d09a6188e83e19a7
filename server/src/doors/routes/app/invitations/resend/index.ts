// SPDX-License-Identifier: Apache-2.0
/** POST /invitations/{id}/resend: make another link for an invitation, and send it. */
import type { FastifyInstance } from 'fastify';
import { inviteAgain } from '../../../../../organization/members/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { checkRecentSignIn, registerSignedIn } from '../../register.ts';

export function registerInvitationsResend(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'resendInvitation', async (request, person) => {
    const { user, organization } = person;
    // The answer holds a link then, perhaps to a role that changes things.
    if (!deps.hasMail) checkRecentSignIn(person, deps.pool.clock.nowMs());
    const changer = { accountId: user.id, organizationId: organization.id };
    return await inviteAgain(deps, changer, uuidParameter(request, 'id'));
  });
}
