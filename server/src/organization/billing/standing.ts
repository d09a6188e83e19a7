// SPDX-License-Identifier: Apache-2.0
/** Says how an organization stands with the processor, from all subscriptions of its customer. Pure. */
import type { PaidPlan, SubscriptionState } from '@svc/contract';
import type Stripe from 'stripe';
import { PLAN_TABLE } from '../../registry/plans/index.ts';
import { GRACE_MS } from './limits.ts';
import { planOfPrice } from './prices.ts';

export interface Standing {
  state: SubscriptionState;
  plan: PaidPlan;
  /** The end of the month that is paid for. */
  paidUntil: Date | null;
  /** It was cancelled, and ends at `paidUntil`. */
  endsThen: boolean;
  subscriptionId: string;
  itemId: string;
}

/** Null: the first payment was never made, so nothing began. */
const STATES: Record<Stripe.Subscription.Status, SubscriptionState | null> = {
  active: 'ACTIVE',
  trialing: 'ACTIVE',
  past_due: 'PAST_DUE',
  unpaid: 'PAST_DUE',
  canceled: 'CANCELLED',
  paused: 'CANCELLED',
  incomplete: null,
  incomplete_expired: null,
};

const WEIGHTS: Record<SubscriptionState, number> = { ACTIVE: 2, PAST_DUE: 1, CANCELLED: 0 };

/** A paid one goes before an unpaid one, then the larger plan, then the newer. @returns null for none of ours */
export function standingOf(subscriptions: readonly Stripe.Subscription[]): Standing | null {
  const ours = subscriptions.flatMap((subscription) => {
    const standing = standingOfOne(subscription);
    return standing === null ? [] : [{ standing, created: subscription.created }];
  });
  const [best] = ours.sort(
    (one, other) =>
      WEIGHTS[other.standing.state] - WEIGHTS[one.standing.state] ||
      (PLAN_TABLE[other.standing.plan].priceUsd ?? 0) - (PLAN_TABLE[one.standing.plan].priceUsd ?? 0) ||
      other.created - one.created,
  );
  return best?.standing ?? null;
}

/** An unknown status of a newer API gives nothing. */
function standingOfOne(subscription: Stripe.Subscription): Standing | null {
  const state = STATES[subscription.status] ?? null;
  const [item, ...others] = subscription.items.data;
  if (state === null || item === undefined || others.length > 0 || item.quantity !== 1) return null;
  const plan = planOfPrice(item.price);
  if (plan === null) return null;
  const endSeconds = item.current_period_end;
  return {
    state,
    plan,
    paidUntil: Number.isInteger(endSeconds) ? new Date(endSeconds * 1_000) : null,
    endsThen: state !== 'CANCELLED' && (subscription.cancel_at_period_end || subscription.cancel_at !== null),
    subscriptionId: subscription.id,
    itemId: item.id,
  };
}

/**
 * The end of the grace. It begins when the subscription is first seen unpaid or cancelled, and no later change of that
 * kind makes it longer.
 * @param before the state and grace that are stored; null: none yet
 */
export function graceEnd(
  before: { state: SubscriptionState | null; graceEndsAt: Date | null },
  after: SubscriptionState,
  nowMs: number,
): Date | null {
  if (after === 'ACTIVE') return null;
  return before.graceEndsAt ?? new Date(nowMs + GRACE_MS[after]);
}
