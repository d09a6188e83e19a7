// SPDX-License-Identifier: Apache-2.0
/** DELETE /members/{id}: remove a member, or leave. */
import type { FastifyInstance } from 'fastify';
import { removeMember } from '../../../../../organization/members/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerMembersRemove(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'removeMember', async (request, { user, organization }, reply) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    await removeMember(deps.pool, changer, uuidParameter(request, 'id'));
    return await reply.code(204).send();
  });
}
