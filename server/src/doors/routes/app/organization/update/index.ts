// SPDX-License-Identifier: Apache-2.0
/** PATCH /organization: change the settings of the current organization. */
import type { OrganizationChange } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { changeSettings } from '../../../../../organization/organizations/index.ts';
import { holdSettings } from '../../../../../rules/proposals/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { isRecentlySignedIn, registerSignedIn } from '../../register.ts';

export function registerOrganizationUpdate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'updateOrganization', async (request, person) => {
    const changer = { accountId: person.user.id, organizationId: person.organization.id };
    const isRecent = isRecentlySignedIn(person, deps.pool.clock.nowMs());
    return await changeSettings(deps, { ...changer, isRecent }, request.body as OrganizationChange, holdSettings);
  });
}
