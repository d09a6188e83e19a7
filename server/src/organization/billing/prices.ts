// SPDX-License-Identifier: Apache-2.0
/** The prices at the processor, made from the table of plans and read back. One of another amount gives no plan. */
import { PAID_PLANS, type PaidPlan } from '@svc/contract';
import type Stripe from 'stripe';
import { PLAN_TABLE } from '../../registry/plans/index.ts';

/** Names the plan in the metadata of a price. */
const PLAN_MARK = 'svc_plan';

const NAMES: Record<PaidPlan, string> = { TEAM: 'Team', BUSINESS: 'Business' };

const centsOf = (plan: PaidPlan) => (PLAN_TABLE[plan].priceUsd ?? 0) * 100;
const lookupKeyOf = (plan: PaidPlan) => `svc_${plan.toLowerCase()}_monthly`;

/** @returns null for a price that is not exactly one of the table */
export function planOfPrice(price: Stripe.Price): PaidPlan | null {
  const plan = PAID_PLANS.find((name) => name === price.metadata[PLAN_MARK]);
  if (plan === undefined) return null;
  const { currency, unit_amount: cents, recurring } = price;
  const isMonthly = recurring?.interval === 'month' && recurring.interval_count === 1;
  return currency === 'usd' && cents === centsOf(plan) && isMonthly ? plan : null;
}

/** Finds the price of the plan, or makes it: two processes at once make the same one, by the idempotency key. */
export async function findPrice(stripe: Stripe, plan: PaidPlan): Promise<{ id: string; productId: string }> {
  const key = lookupKeyOf(plan);
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 10 });
  const price = data.find((one) => planOfPrice(one) === plan) ?? (await createPrice(stripe, plan, key));
  const { id, product } = price;
  return { id, productId: typeof product === 'string' ? product : product.id };
}

async function createPrice(stripe: Stripe, plan: PaidPlan, key: string): Promise<Stripe.Price> {
  const cents = centsOf(plan);
  return await stripe.prices.create(
    {
      currency: 'usd',
      unit_amount: cents,
      recurring: { interval: 'month' },
      tax_behavior: 'exclusive',
      product_data: { name: NAMES[plan], metadata: { [PLAN_MARK]: plan } },
      metadata: { [PLAN_MARK]: plan },
      lookup_key: key,
      transfer_lookup_key: true,
    },
    { idempotencyKey: `${key}_${cents}` },
  );
}
