// SPDX-License-Identifier: Apache-2.0
/** The events of the processor: signed, each counted once, and each no more than a reason to look. */
import type Stripe from 'stripe';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { cancelAll } from './cancel.ts';
import type { BillingDeps } from './deps.ts';
import { SIGNATURE_TOLERANCE_SECONDS } from './limits.ts';
import type { Processor } from './processor.ts';
import { findCustomer, isEventKnown, noteEvent } from './rows.ts';
import { syncOrganization } from './sync.ts';

export interface SignedEvent {
  /** The bytes as they came: the signature is over them. */
  body: Buffer;
  signature: string | undefined;
}

/** Other events say nothing about a subscription. */
const TYPES = /^(?:customer\.subscription|checkout\.session|invoice)\./;

/**
 * Events of other accounts, of the processor's other mode and of unknown customers change nothing. They are answered
 * like the others, so that the processor does not send them again.
 * @throws ApiError 401 for a signature that is wrong or old, 503 when the event must come again
 */
export async function handleEvent(deps: BillingDeps, processor: Processor, signed: SignedEvent): Promise<void> {
  const event = openEvent(processor, signed, deps.pool.clock.nowMs());
  const customerId = customerOf(event);
  if (customerId === null || event.account !== undefined || event.livemode !== processor.isLive) return;
  if (await isEventKnown(deps.pool, event.id)) return;
  const owner = await findCustomer(deps.pool, customerId);
  if (owner === null) return;
  if (owner !== 'ended') return await syncOrganization(deps, processor, owner.organizationId, event.id);
  deps.log.warn({ eventId: event.id }, 'an event of an organization that was deleted: its subscriptions are cancelled');
  await cancelAll(deps, processor, customerId);
  await inTransaction(deps.pool, [], (transaction) => noteEvent(transaction, event.id));
}

/** The library refuses old signatures; those of the future are refused here. @throws ApiError 401 */
function openEvent(
  { stripe, webhookSecret }: Processor,
  { body, signature = '' }: SignedEvent,
  nowMs: number,
): Stripe.Event {
  const refused = new ApiError('unauthorized', { message: 'The signature is not that of the payment processor.' });
  const signedAtSeconds = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? Number.NaN);
  if (!(signedAtSeconds - nowMs / 1_000 <= SIGNATURE_TOLERANCE_SECONDS)) throw refused;
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(body, signature, webhookSecret, SIGNATURE_TOLERANCE_SECONDS);
  } catch {
    throw refused;
  }
  if (typeof event.id !== 'string' || event.id.length > 255 || typeof event.type !== 'string') throw refused;
  return event;
}

function customerOf({ type, data }: Stripe.Event): string | null {
  if (!TYPES.test(type)) return null;
  const { customer } = data.object as { customer?: string | { id: string } | null };
  const id = typeof customer === 'object' && customer !== null ? customer.id : customer;
  return typeof id === 'string' && id.length <= 255 ? id : null;
}
