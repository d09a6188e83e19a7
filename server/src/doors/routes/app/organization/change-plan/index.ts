// SPDX-License-Identifier: Apache-2.0
/** POST /organization/plan: another plan, free of charge. */
import type { PlanChoice } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { changePlan } from '../../../../../organization/billing/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerOrganizationChangePlan(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'changePlan', async (request, { user, organization }) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    return await changePlan(deps.billing, changer, request.body as PlanChoice);
  });
}
