// SPDX-License-Identifier: Apache-2.0
/** Another plan at once and free of charge, where the operator of the deployment allows it. */
import type { Billing, PlanChoice } from '@svc/contract';
import { type Changer, changeAsOwner } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { selectPlan } from '../../registry/plans/index.ts';
import type { BillingDeps } from './deps.ts';
import { readBilling } from './read-billing.ts';
import { refuseContract, writePlan } from './write-plan.ts';

/**
 * The next decision of every process is made under the new plan.
 * @throws ApiError 403 for one who is no owner, and where plans do not change free of charge; 409 for ENTERPRISE
 */
export async function changePlan(deps: BillingDeps, changer: Changer, { plan }: PlanChoice): Promise<Billing> {
  if (deps.planChange !== 'free') {
    throw new ApiError('forbidden', { message: 'On this deployment a plan does not change free of charge.' });
  }
  const { organizationId } = changer;
  await changeAsOwner(deps.pool, changer, async (transaction, nowMs) => {
    const { plan: current } = await selectPlan(transaction, organizationId);
    refuseContract(current);
    return { result: undefined, changes: await writePlan(transaction, organizationId, plan, nowMs) };
  });
  return await readBilling(deps, organizationId);
}
