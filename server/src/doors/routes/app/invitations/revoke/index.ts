// SPDX-License-Identifier: Apache-2.0
/** DELETE /invitations/{id}: take an invitation back. */
import type { FastifyInstance } from 'fastify';
import { revokeInvitation } from '../../../../../organization/members/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerInvitationsRevoke(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'revokeInvitation', async (request, { user, organization }, reply) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    await revokeInvitation(deps.pool, changer, uuidParameter(request, 'id'));
    return await reply.code(204).send();
  });
}
