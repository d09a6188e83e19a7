// SPDX-License-Identifier: Apache-2.0
/** Removes an organization as the operator of the deployment, past any role. */
import { type BillingDeps, cancelSubscriptions } from '../../organization/billing/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { lockHeads } from '../../storage/heads/index.ts';
import { endOrganization } from './end-organization.ts';

/**
 * As an owner's deletion: the subscription is cancelled first, and every member is told by mail.
 * @returns false when it is gone already
 * @throws ApiError 503 when a subscription could not be cancelled; nothing was deleted then
 */
export async function removeOrganization(
  billing: BillingDeps,
  { id: organizationId, name }: { id: string; name: string },
): Promise<boolean> {
  await cancelSubscriptions(billing, organizationId);
  return await inTransaction(billing.pool, [organizationId], async (transaction) => {
    const [head] = await lockHeads(transaction, [organizationId]);
    if (head === undefined) return false;
    const atMs = transaction.clock.nowMs();
    await endOrganization(transaction, { organizationId, name, accountId: null, client: null, atMs });
    return true;
  });
}
