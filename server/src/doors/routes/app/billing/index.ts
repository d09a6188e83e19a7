// SPDX-License-Identifier: Apache-2.0
/** The routes of billing. */

import type { PaidPlanChoice } from '@svc/contract';
import { openPortal, readBilling, startCheckout } from '../../../../organization/billing/index.ts';
import type { AppHandlers } from '../register.ts';

export const BILLING_ROUTES = {
  /** POST /billing/portal: the page of the payment processor with bills, cards and the end of the subscription. */
  openPortal: async ({ billing }, _request, { user, organization }) => {
    return await openPortal(billing, { accountId: user.id, organizationId: organization.id });
  },

  /** GET /billing: the plan of the current organization, the others, and the subscription. */
  readBilling: async ({ billing }, _request, { organization }) => {
    return await readBilling(billing, organization.id);
  },

  /** POST /billing/checkout: the page of the payment processor on which an owner pays for a plan. */
  startCheckout: async ({ billing }, request, { user, organization }) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    return await startCheckout(billing, changer, request.body as PaidPlanChoice);
  },
} satisfies Partial<AppHandlers>;
