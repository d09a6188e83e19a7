// SPDX-License-Identifier: Apache-2.0
/** PATCH /members/{id}: give a member another role. */
import type { MemberChange } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { changeRole } from '../../../../../organization/members/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerMembersUpdate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'updateMember', async (request, { user, organization }) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    const { role } = request.body as MemberChange;
    return await changeRole(deps.pool, changer, uuidParameter(request, 'id'), role);
  });
}
