// SPDX-License-Identifier: Apache-2.0
/** GET /billing: the plan of the current organization, the others, and the subscription. */
import type { FastifyInstance } from 'fastify';
import { readBilling } from '../../../../../organization/billing/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerBillingRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readBilling', async (_request, { organization }) => {
    return await readBilling(deps.billing, organization.id);
  });
}
