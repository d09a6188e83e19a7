// SPDX-License-Identifier: Apache-2.0
/** Deletes an organization, as one of its owners. */
import { fieldFault, type OrganizationDeletion } from '@svc/contract';
import { cancelSubscriptions } from '../../organization/billing/index.ts';
import type { Client } from '../../people/activity/index.ts';
import { membershipsOf, selectRole } from '../../people/memberships/index.ts';
import type { Person } from '../../people/sessions/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { lockHead } from '../../storage/heads/index.ts';
import { checkStillRight, confirmDeletion } from './confirm-deletion.ts';
import type { DeletionDeps } from './deps.ts';
import { endOrganization } from './end-organization.ts';

/**
 * The subscription is cancelled first, and at once. The second of two deletions at once finds no organization.
 * @returns true when the person is a member of no other organization
 * @throws ApiError 400 for another name, 401 for a wrong password or code, 403 for one who is no longer an owner;
 * 503 when a subscription could not be cancelled, and then nothing is deleted
 */
export async function deleteOrganization(
  deps: DeletionDeps,
  { user, organization }: Person,
  deletion: OrganizationDeletion,
  client: Client,
): Promise<{ isLast: boolean }> {
  const { id: organizationId } = organization;
  checkName(deletion.confirmName, organization.name);
  const passwordHash = await confirmDeletion(deps, user, deletion, client);
  await cancelSubscriptions(deps.billing, organizationId);
  await inTransaction(deps.pool, [organizationId], async (transaction) => {
    await lockHead(transaction, organizationId);
    // The role and the name may have changed since the request was let in.
    const role = await selectRole(transaction, organizationId, user.id);
    if (role !== 'OWNER') throw new ApiError('forbidden', { message: 'Only an owner deletes the organization.' });
    await checkStillRight(transaction, user.id, passwordHash);
    const [stored] = await transaction.query<{ name: string }>(SELECT_NAME, [organizationId]);
    const name = stored?.name ?? '';
    checkName(deletion.confirmName, name);
    await endOrganization(transaction, {
      organizationId,
      name,
      accountId: user.id,
      client,
      atMs: transaction.clock.nowMs(),
    });
  });
  return { isLast: (await membershipsOf(deps.pool, user.id)).length === 0 };
}

function checkName(given: string, name: string): void {
  if (given !== name) throw invalid('confirmName', fieldFault('NOT_ORGANIZATION_NAME'));
}

const SELECT_NAME = `SELECT name FROM svc.organizations WHERE organization_id = $1`;
