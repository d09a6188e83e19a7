// SPDX-License-Identifier: Apache-2.0
/** Ends memberships of a person, in one organization or in all. The account stays, and the audit goes on naming it. */
import type pg from 'pg';
import { selectMemberships } from '../../people/memberships/index.ts';
import { endSessionsOf } from '../../people/sessions/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import { endMembership } from '../members/index.ts';
import { type ActPerson, actOnPerson, OperatorError } from './acts.ts';

/**
 * All of the memberships end or none. A person without any is signed out everywhere.
 * @param organization name or id; null: every organization
 * @returns the names of the organizations
 * @throws OperatorError for no such person or membership, and for the last owner of an organization
 */
export async function removePerson(pool: pg.Pool, email: string, organization: string | null): Promise<string[]> {
  return await actOnPerson(pool, email, async (transaction, person) => {
    const ended = person.memberships.filter(({ organizationId, name }) => {
      return organization === null || organization === name || organization.toLowerCase() === organizationId;
    });
    if (ended.length === 0) throw new OperatorError(notAMember(person, organization));
    const changes = new Map<string, Change[]>();
    for (const membership of ended) {
      await checkOwnerRemains(transaction, person, membership);
      const { organizationId, role } = membership;
      const gone = { accountId: person.id, role };
      changes.set(organizationId, await endMembership(transaction, organizationId, gone, 'member.removed'));
    }
    if (ended.length === person.memberships.length) await endSessionsOf(transaction, [person.id]);
    return { result: ended.map(({ name }) => name), changes };
  });
}

function notAMember({ email, memberships }: ActPerson, organization: string | null): string {
  if (memberships.length === 0) return `${email} is a member of no organization.`;
  const names = memberships.map(({ name }) => name).join(', ');
  return `${email} is no member of ${organization}, but of: ${names}.`;
}

async function checkOwnerRemains(
  transaction: Transaction,
  { id, email }: ActPerson,
  { organizationId, name, role }: ActPerson['memberships'][number],
): Promise<void> {
  if (role !== 'OWNER') return;
  const members = await selectMemberships(transaction, organizationId);
  if (members.some((member) => member.role === 'OWNER' && member.accountId !== id)) return;
  throw new OperatorError(
    `${email} is the last OWNER of ${name}: make another member an OWNER first, in the app or by a provisioning file.`,
  );
}
