// SPDX-License-Identifier: Apache-2.0
/** Ends every subscription of an organization at once, before the organization ends. */

import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import type { BillingDeps } from './deps.ts';
import { LISTED_MAX } from './limits.ts';
import { asked, type Processor } from './processor.ts';
import { selectAccount } from './rows.ts';
import { listSubscriptions } from './sync.ts';

/**
 * Pages of payment that are still open end first, so that none becomes a subscription later. There is no refund and no
 * proration.
 * @throws ApiError 503 when one of them could not be ended; nothing may be deleted then
 */
export async function cancelSubscriptions(deps: BillingDeps, organizationId: string): Promise<void> {
  const account = await inTransaction(deps.pool, [organizationId], (transaction) =>
    selectAccount(transaction, organizationId),
  );
  if (account === null) return;
  const { processor } = deps;
  if (processor !== null) return await cancelAll(deps, processor, account.customerId);
  if (account.state === null || account.state === 'CANCELLED') return;
  deps.log.error({ organizationId }, 'a subscription cannot be cancelled: SVC_STRIPE_SECRET_KEY is not set');
  throw new ApiError('unavailable', { message: 'The subscription cannot be cancelled now; nothing was deleted.' });
}

/** @throws ApiError 503 */
export async function cancelAll({ log }: BillingDeps, processor: Processor, customerId: string): Promise<void> {
  const { stripe } = processor;
  await asked(log, 'cancel subscriptions', async () => {
    await expireSessions(processor, customerId);
    for (const { id, status } of await listSubscriptions(processor, customerId)) {
      if (status === 'canceled' || status === 'incomplete_expired') continue;
      await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false });
    }
  });
}

/** A page that is paid at this moment cannot expire any more: its subscription is in the list that follows. */
export async function expireSessions({ stripe }: Processor, customer: string): Promise<void> {
  const { data } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: LISTED_MAX });
  for (const { id } of data) {
    await stripe.checkout.sessions.expire(id).catch(async (error: unknown) => {
      if ((await stripe.checkout.sessions.retrieve(id)).status === 'open') throw error;
    });
  }
}
