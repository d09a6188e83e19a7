// SPDX-License-Identifier: Apache-2.0
/** The organizations of a person: making a further one, and going over to another. */
import {
  fieldFault,
  ORGANIZATIONS_PER_PERSON_MAX,
  type Organization,
  type OrganizationCreation,
  type OrganizationMembership,
  type PlanName,
} from '@svc/contract';
import { isTimeZone } from '@svc/core/local-time';
import type pg from 'pg';
import { enterable, lockMembershipCount } from '../../people/memberships/index.ts';
import { switchSession } from '../../people/sessions/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { inTransaction, uuidv7 } from '../../storage/db/index.ts';
import { createOrganization, readOrganization } from '../organizations/index.ts';
import { checkName } from '../own-account/index.ts';

/**
 * The person is its owner. The session stays where it is.
 * @throws ApiError 400 for a bad name or time zone, 409 for a member of as many as allowed
 */
export async function createOwnOrganization(
  pool: pg.Pool,
  ownerId: string,
  { name, timeZone }: OrganizationCreation,
  { plan, nowMs }: { plan: PlanName; nowMs: number },
): Promise<Organization> {
  checkName('name', name);
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw invalid('timeZone', fieldFault('NOT_A_TIME_ZONE'));
  }
  const id = uuidv7(nowMs);
  await inTransaction(pool, [], async (transaction) => {
    // Two creations at once wait for one another, so that both count.
    if ((await lockMembershipCount(transaction, ownerId)) >= ORGANIZATIONS_PER_PERSON_MAX) {
      const message = `A person is a member of at most ${ORGANIZATIONS_PER_PERSON_MAX} organizations; leave one first.`;
      throw new ApiError('conflict', { message });
    }
    const place = timeZone === undefined ? {} : { timeZone };
    await createOrganization(transaction, { id, name, ownerId, plan, nowMs, ...place });
  });
  return await readOrganization(pool, id);
}

/** The session goes on in another organization of the person. @throws ApiError 404 for one of others */
export async function switchOrganization(
  pool: pg.Pool,
  { accountId, sessionId }: { accountId: string; sessionId: string },
  organizationId: string,
): Promise<OrganizationMembership> {
  const memberships = await enterable(pool, { accountId, directoryOf: null });
  const membership = memberships.find(({ id }) => id === organizationId.toLowerCase());
  if (membership === undefined) {
    throw new ApiError('not_found', {
      message: 'You are not a member of this organization, or no longer; or its people sign in by their directory.',
    });
  }
  await inTransaction(pool, [], (transaction) => switchSession(transaction, sessionId, membership.id));
  return membership;
}
