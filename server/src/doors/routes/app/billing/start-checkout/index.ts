// SPDX-License-Identifier: Apache-2.0
/** POST /billing/checkout: the page of the payment processor on which an owner pays for a plan. */
import type { PaidPlanChoice } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { startCheckout } from '../../../../../organization/billing/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerBillingStartCheckout(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'startCheckout', async (request, { user, organization }) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    return await startCheckout(deps.billing, changer, request.body as PaidPlanChoice);
  });
}
