// SPDX-License-Identifier: Apache-2.0
/** The configuration of the processor's portal: which changes people may make there. */
import { PAID_PLANS } from '@svc/contract';
import type Stripe from 'stripe';
import { LISTED_MAX } from './limits.ts';
import { findPrice } from './prices.ts';

/** Names the prices for which a configuration was made. */
const PRICES_MARK = 'svc_prices';

/** Finds the configuration of the present prices, or makes it: the operator need not set any up. */
export async function findPortal(stripe: Stripe): Promise<string> {
  const prices = await Promise.all(PAID_PLANS.map((plan) => findPrice(stripe, plan)));
  const mark = prices.map(({ id }) => id).join(' ');
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: LISTED_MAX });
  const found = data.find(({ metadata }) => metadata?.[PRICES_MARK] === mark);
  if (found !== undefined) return found.id;
  const { id } = await stripe.billingPortal.configurations.create(
    {
      metadata: { [PRICES_MARK]: mark },
      features: {
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        customer_update: { enabled: true, allowed_updates: ['email', 'name', 'address', 'tax_id'] },
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
        subscription_update: {
          enabled: true,
          default_allowed_updates: ['price'],
          products: prices.map(({ id: price, productId: product }) => ({ product, prices: [price] })),
        },
      },
    },
    { idempotencyKey: `portal_${mark}` },
  );
  return id;
}
