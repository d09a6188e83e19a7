// SPDX-License-Identifier: Apache-2.0
/** Guarantee: only a price of the table, in its currency and amount, gives a plan, and grace is given once. */
import { describe, expect, it } from 'vitest';
import { GRACE_MS } from './limits.ts';
import { graceEnd, standingOf } from './standing.ts';

const END_SECONDS = 1_800_000_000;

interface Given {
  plan?: string;
  status?: string;
  cents?: number;
  currency?: string;
  interval?: string;
  intervalCount?: number;
  quantity?: number;
  created?: number;
  items?: number;
  cancelsAtEnd?: boolean;
}

function subscription(given: Given = {}): never {
  const plan = given.plan ?? 'TEAM';
  const item = {
    id: 'si_1',
    quantity: given.quantity ?? 1,
    current_period_end: END_SECONDS,
    price: {
      id: `price_${plan}`,
      currency: given.currency ?? 'usd',
      unit_amount: given.cents ?? (plan === 'TEAM' ? 9_900 : 49_900),
      recurring: { interval: given.interval ?? 'month', interval_count: given.intervalCount ?? 1 },
      metadata: { svc_plan: plan },
    },
  };
  return {
    id: `sub_${plan}_${given.created ?? 1}`,
    status: given.status ?? 'active',
    created: given.created ?? 1,
    cancel_at: null,
    cancel_at_period_end: given.cancelsAtEnd ?? false,
    items: { data: Array.from({ length: given.items ?? 1 }, () => item) },
  } as never;
}

describe('the standing of a customer', () => {
  it.each([
    ['active', 'ACTIVE'],
    ['trialing', 'ACTIVE'],
    ['past_due', 'PAST_DUE'],
    ['unpaid', 'PAST_DUE'],
    ['canceled', 'CANCELLED'],
    ['paused', 'CANCELLED'],
    ['incomplete', undefined],
    ['incomplete_expired', undefined],
    ['a_status_of_tomorrow', undefined],
  ])('of a subscription that is %s is %s', (status, state) => {
    expect(standingOf([subscription({ status })])?.state).toBe(state);
  });

  it.each<[string, Given]>([
    ['another amount', { cents: 1 }],
    ['the amount of a smaller plan', { plan: 'BUSINESS', cents: 9_900 }],
    ['another currency', { currency: 'brl' }],
    ['a year for the price of a month', { interval: 'year' }],
    ['two months for the price of one', { intervalCount: 2 }],
    ['several of it', { quantity: 2 }],
    ['something beside it', { items: 2 }],
    ['a plan that is not sold', { plan: 'ENTERPRISE' }],
    ['a name of an object', { plan: 'constructor' }],
  ])('is none for %s', (_name, given) => {
    expect(standingOf([subscription(given)])).toBeNull();
  });

  it('is that of the paid one, then of the larger, then of the newer', () => {
    const paid = subscription({ created: 1 });
    const unpaid = subscription({ plan: 'BUSINESS', status: 'past_due', created: 5 });
    const ended = subscription({ plan: 'BUSINESS', status: 'canceled', created: 9 });
    expect(standingOf([ended, unpaid, paid])).toMatchObject({ state: 'ACTIVE', plan: 'TEAM', endsThen: false });
    const larger = subscription({ plan: 'BUSINESS', created: 0, cancelsAtEnd: true });
    expect(standingOf([paid, larger])).toMatchObject({ plan: 'BUSINESS', endsThen: true });
    expect(standingOf([paid, subscription({ created: 3 })])?.subscriptionId).toBe('sub_TEAM_3');
    expect(standingOf([])).toBeNull();
    expect(standingOf([paid])?.paidUntil).toEqual(new Date(END_SECONDS * 1_000));
  });
});

it('grace begins with the first fault, is not made longer by the next, and ends with a payment', () => {
  const nowMs = Date.parse('2026-11-26T00:00:00Z');
  const none = { state: 'ACTIVE', graceEndsAt: null } as const;
  const first = graceEnd(none, 'PAST_DUE', nowMs);
  expect(first).toEqual(new Date(nowMs + GRACE_MS.PAST_DUE));
  expect(graceEnd({ state: 'PAST_DUE', graceEndsAt: first }, 'CANCELLED', nowMs + 86_400_000)).toEqual(first);
  expect(graceEnd({ state: 'PAST_DUE', graceEndsAt: first }, 'ACTIVE', nowMs)).toBeNull();
  expect(graceEnd(none, 'CANCELLED', nowMs)).toEqual(new Date(nowMs + GRACE_MS.CANCELLED));
});
