// SPDX-License-Identifier: Apache-2.0
/** POST /me/organization: go on in another organization. */
import type { OrganizationSwitch, SignedIn } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { switchOrganization } from '../../../../../organization/members/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerOrganizationSwitch(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'switchOrganization', async (request, { user, sessionId }): Promise<SignedIn> => {
    const { organizationId } = request.body as OrganizationSwitch;
    const session = { accountId: user.id, sessionId };
    return { user, organization: await switchOrganization(deps.pool, session, organizationId) };
  });
}
