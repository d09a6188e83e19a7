// SPDX-License-Identifier: Apache-2.0
/** Deletes a person's account, and the organizations in which they are the only member. */
import type { AccountDeletion } from '@svc/contract';
import { cancelSubscriptions } from '../../organization/billing/index.ts';
import { endMembership } from '../../organization/members/index.ts';
import { deleteAccountRows } from '../../people/accounts/index.ts';
import type { Client } from '../../people/activity/index.ts';
import {
  lockMembershipCount,
  type Membership,
  membershipsOf,
  selectMemberships,
} from '../../people/memberships/index.ts';
import { endSessionsOf, type Person } from '../../people/sessions/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { appendEntries, type ChainedHead, entriesOf, lockHeads } from '../../storage/heads/index.ts';
import { checkStillRight, confirmDeletion } from './confirm-deletion.ts';
import type { DeletionDeps } from './deps.ts';
import { endOrganization } from './end-organization.ts';

/**
 * Subscriptions of organizations that end are cancelled first, at once. Then, in one transaction, either all of it ends
 * or nothing.
 * @throws ApiError 401 for a wrong password or code. 409 `sole_owner` with the organizations that would have members
 *   and no owner. 409 `conflict` when the person joined or left one meanwhile;
 * 503 when a subscription could not be cancelled, and then nothing is deleted
 */
export async function deleteAccount(
  deps: DeletionDeps,
  { user }: Person,
  deletion: AccountDeletion,
  client: Client,
): Promise<void> {
  const passwordHash = await confirmDeletion(deps, user, deletion, client);
  const organizations = await membershipsOf(deps.pool, user.id);
  const nameOf = new Map(organizations.map(({ id, name }) => [id, name]));
  const within = <Result>(work: (transaction: Transaction, places: readonly Place[]) => Promise<Result>) =>
    inTransaction(deps.pool, [...nameOf.keys()], async (transaction) => {
      const heads = await lockHeads(transaction, [...nameOf.keys()]);
      const count = await lockMembershipCount(transaction, user.id);
      await checkStillRight(transaction, user.id, passwordHash);
      const places = await placesOf(transaction, heads, user.id);
      if (places.length !== count || count !== nameOf.size) throw changedMeanwhile();
      checkNoneIsOrphaned(places, nameOf);
      return await work(transaction, places);
    });
  const ending = await within(async (_transaction, places) => places.filter(isOnlyMember).map(({ head }) => head));
  const cancelled = new Set(ending.map(({ organizationId }) => organizationId));
  for (const organizationId of cancelled) await cancelSubscriptions(deps.billing, organizationId);
  await within(async (transaction, places) => {
    for (const { head, own, others } of places) {
      const { organizationId } = head;
      const name = nameOf.get(organizationId) ?? '';
      if (others.length > 0) await leave(transaction, head, own);
      // The others have left since the subscriptions of the rest were cancelled.
      else if (!cancelled.has(organizationId)) throw changedMeanwhile();
      else
        await endOrganization(transaction, {
          organizationId,
          name,
          accountId: user.id,
          client,
          atMs: transaction.clock.nowMs(),
        });
    }
    await endSessionsOf(transaction, [user.id]);
    await deleteAccountRows(transaction, user.id).catch((error: { code?: string }) => {
      throw error.code === FOREIGN_KEY_VIOLATION ? changedMeanwhile() : error;
    });
  });
}

/** An invitation was accepted at the same moment. */
const FOREIGN_KEY_VIOLATION = '23503';

function changedMeanwhile(): ApiError {
  return new ApiError('conflict', { message: 'Your organizations changed meanwhile; nothing was deleted. Try again.' });
}

/** The person in one organization, under the lock of its head. */
interface Place {
  head: ChainedHead;
  own: Membership;
  others: readonly Membership[];
}

const isOnlyMember = ({ others }: Place) => others.length === 0;

async function placesOf(transaction: Transaction, heads: readonly ChainedHead[], accountId: string): Promise<Place[]> {
  const places: Place[] = [];
  for (const head of heads) {
    const members = await selectMemberships(transaction, head.organizationId);
    const own = members.find((member) => member.accountId === accountId);
    if (own !== undefined) places.push({ head, own, others: members.filter((member) => member !== own) });
  }
  return places;
}

/** @throws ApiError 409 `sole_owner` */
function checkNoneIsOrphaned(places: readonly Place[], nameOf: ReadonlyMap<string, string>): void {
  const orphaned = places.filter(
    ({ own, others }) => own.role === 'OWNER' && others.length > 0 && others.every(({ role }) => role !== 'OWNER'),
  );
  if (orphaned.length === 0) return;
  const organizations = orphaned.map(({ head: { organizationId: id } }) => ({ id, name: nameOf.get(id) ?? '' }));
  throw new ApiError('sole_owner', { organizations });
}

async function leave(transaction: Transaction, head: ChainedHead, own: Membership): Promise<void> {
  const { organizationId } = head;
  const changes = await endMembership(transaction, organizationId, own, 'member.left');
  const actor = { type: 'user', id: own.accountId } as const;
  const origin = { actor, nowMs: transaction.clock.nowMs(), source: 'app', keyPrefix: null, role: own.role };
  await appendEntries(transaction, head, entriesOf(organizationId, changes, origin));
}
