/** GET /invitations: the invitations that wait. */
import type { InvitationListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { INVITATION_MARK, listInvitations } from '../../../../members/index.ts';
import { pageOf } from '../../../../pagination/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerInvitationsList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listInvitations', async (request, { organization }) => {
    const page = pageOf(request.query as InvitationListQuery, INVITATION_MARK);
    return await listInvitations(deps.pool, organization.id, page);
  });
}
