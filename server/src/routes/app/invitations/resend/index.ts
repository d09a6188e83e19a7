/** POST /invitations/{id}/resend: send an invitation again, with another link. */
import type { FastifyInstance } from 'fastify';
import { inviteAgain } from '../../../../members/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerInvitationsResend(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'resendInvitation', async (request, { user, organization }) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    return await inviteAgain(deps.pool, deps.vault, changer, uuidParameter(request, 'id'));
  });
}
