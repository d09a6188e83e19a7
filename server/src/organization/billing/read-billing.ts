// SPDX-License-Identifier: Apache-2.0
/** The plan of an organization beside the others, and the subscription behind it. */
import { type Billing, PLANS, type PlanChangeMode } from '@svc/contract';
import { PLAN_TABLE, selectPlan } from '../../registry/plans/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import type { BillingDeps } from './deps.ts';
import { type BillingAccount, selectAccount } from './rows.ts';

export async function readBilling(deps: BillingDeps, organizationId: string): Promise<Billing> {
  const { plan, account } = await inTransaction(deps.pool, [organizationId], async (transaction) => {
    const { plan } = await selectPlan(transaction, organizationId);
    return { plan, account: await selectAccount(transaction, organizationId) };
  });
  const plans = PLANS.map((name) => ({ name, ...PLAN_TABLE[name] }));
  return { change: changeModeOf(deps), plan, plans, subscription: account === null ? null : subscriptionOf(account) };
}

/** Plans that are to be paid for do not change while no processor is configured. */
export function changeModeOf({ planChange, processor }: Pick<BillingDeps, 'planChange' | 'processor'>): PlanChangeMode {
  return planChange === 'billing' && processor === null ? 'off' : planChange;
}

/** Once the grace is over there is nothing left to tell. */
function subscriptionOf({ state, plan, lapsedAt, ...account }: BillingAccount): Billing['subscription'] {
  if (state === null || plan === null || lapsedAt !== null) return null;
  return {
    state,
    plan,
    paidUntil: account.paidUntil?.toISOString() ?? null,
    endsThen: account.endsThen,
    graceEndsAt: account.graceEndsAt?.toISOString() ?? null,
  };
}
