// SPDX-License-Identifier: Apache-2.0
/** The ways to the processor's own pages: to pay for a plan, to change it, and to see bills and cards. */
import type { BillingPage, PaidPlanChoice } from '@svc/contract';
import type Stripe from 'stripe';
import type { Changer } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { selectPlan } from '../../registry/plans/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { expireSessions } from './cancel.ts';
import type { BillingDeps } from './deps.ts';
import { findPortal } from './portal.ts';
import { findPrice } from './prices.ts';
import { asked, type Processor } from './processor.ts';
import { insertCustomer, selectAccount } from './rows.ts';
import { standingOf } from './standing.ts';
import { listSubscriptions } from './sync.ts';
import { refuseContract } from './write-plan.ts';

/** Named in the metadata of customers and subscriptions, for the operator's eyes. */
const ORGANIZATION_MARK = 'svc_organization';

/**
 * A page on which the owner pays for the plan. Who pays already confirms the change of the plan there: the processor
 * says what the rest of the month costs or gives back.
 * @throws ApiError 404 where billing is off, 409 for a contract and for the plan that is paid already, 503
 */
export async function startCheckout(
  deps: BillingDeps,
  { organizationId }: Changer,
  { plan }: PaidPlanChoice,
): Promise<BillingPage> {
  const processor = processorOf(deps);
  const current = await inTransaction(deps.pool, [organizationId], (transaction) =>
    selectPlan(transaction, organizationId),
  );
  refuseContract(current.plan);
  return await asked(deps.log, 'start checkout', async () => {
    const { stripe } = processor;
    const customer = await customerOf(deps, processor, organizationId);
    const standing = standingOf(await listSubscriptions(processor, customer));
    const price = await findPrice(stripe, plan);
    const page = `${deps.baseUrl()}/app/plan`;
    if (standing !== null && standing.state !== 'CANCELLED') {
      if (standing.plan === plan) throw new ApiError('conflict', { message: `The plan ${plan} is paid for already.` });
      const session = await stripe.billingPortal.sessions.create({
        customer,
        configuration: await findPortal(stripe),
        return_url: page,
        flow_data: {
          type: 'subscription_update_confirm',
          subscription_update_confirm: {
            subscription: standing.subscriptionId,
            items: [{ id: standing.itemId, price: price.id, quantity: 1 }],
          },
          after_completion: { type: 'redirect', redirect: { return_url: `${page}?paid=1` } },
        },
      });
      return pageOf(processor, session);
    }
    // One page at a time: two that are both paid would be two subscriptions.
    await expireSessions(processor, customer);
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      client_reference_id: organizationId,
      line_items: [{ price: price.id, quantity: 1 }],
      subscription_data: { metadata: { [ORGANIZATION_MARK]: organizationId } },
      success_url: `${page}?paid=1`,
      cancel_url: page,
    });
    return pageOf(processor, session);
  });
}

/** @throws ApiError 404 where billing is off, 409 before the first payment, 503 */
export async function openPortal(deps: BillingDeps, { organizationId }: Changer): Promise<BillingPage> {
  const processor = processorOf(deps);
  const account = await inTransaction(deps.pool, [organizationId], (transaction) =>
    selectAccount(transaction, organizationId),
  );
  if (account === null)
    throw new ApiError('conflict', { message: 'There is no subscription yet: choose a plan first.' });
  return await asked(deps.log, 'open portal', async () => {
    const session = await processor.stripe.billingPortal.sessions.create({
      customer: account.customerId,
      configuration: await findPortal(processor.stripe),
      return_url: `${deps.baseUrl()}/app/plan`,
    });
    return pageOf(processor, session);
  });
}

/** @throws ApiError 404 */
function processorOf({ processor, planChange }: BillingDeps): Processor {
  if (processor !== null && planChange === 'billing') return processor;
  throw new ApiError('not_found', { message: 'On this deployment plans are not paid for.' });
}

/** Two owners at once make one customer, by the idempotency key; its row is there before anything can be paid. */
async function customerOf({ pool }: BillingDeps, { stripe }: Processor, organizationId: string): Promise<string> {
  const account = await inTransaction(pool, [organizationId], (transaction) =>
    selectAccount(transaction, organizationId),
  );
  if (account !== null) return account.customerId;
  const { id } = await stripe.customers.create(
    { metadata: { [ORGANIZATION_MARK]: organizationId } },
    { idempotencyKey: `customer_${organizationId}` },
  );
  return await inTransaction(pool, [organizationId], (transaction) => insertCustomer(transaction, organizationId, id));
}

/** Only a page over TLS is shown to people. */
function pageOf({ isTls }: Processor, { url }: Stripe.Checkout.Session | Stripe.BillingPortal.Session): BillingPage {
  const isGood = url !== null && URL.canParse(url) && (new URL(url).protocol === 'https:' || !isTls);
  if (!isGood) throw new Error('the processor named no page');
  return { url };
}
