// SPDX-License-Identifier: Apache-2.0
/** POST /billing/portal: the page of the payment processor with bills, cards and the end of the subscription. */
import type { FastifyInstance } from 'fastify';
import { openPortal } from '../../../../../organization/billing/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerBillingOpenPortal(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'openPortal', async (_request, { user, organization }) => {
    return await openPortal(deps.billing, { accountId: user.id, organizationId: organization.id });
  });
}
