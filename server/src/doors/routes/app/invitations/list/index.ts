// SPDX-License-Identifier: Apache-2.0
/** GET /invitations: the invitations that wait. */
import type { InvitationListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { listInvitations } from '../../../../../organization/members/index.ts';
import { pageOf, UUID_MARK } from '../../../../../platform/pagination/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerInvitationsList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listInvitations', async (request, { organization }) => {
    const page = pageOf(request.query as InvitationListQuery, UUID_MARK);
    return await listInvitations(deps.pool, organization.id, page);
  });
}
