// SPDX-License-Identifier: Apache-2.0
/** Tells whether people who were let in earlier would be let in now. */
import type { Role } from '@svc/contract';
import type pg from 'pg';
import { inTransaction } from '../../storage/db/index.ts';
import { NEEDS_DIRECTORY } from '../entry/index.ts';
import { hasFactor } from '../factors/index.ts';

interface LetIn {
  sessionId: string;
  accountId: string;
  organizationId: string;
  /** Their role then. */
  role: Role;
}

/**
 * Asks for many at once, in one round trip.
 * @returns the places of those whose session lives, in the same organization, with the same role and the factor it asks
 * for
 */
export async function stillSignedIn(pool: pg.Pool, people: readonly LetIn[], nowMs: number): Promise<Set<number>> {
  if (people.length === 0) return new Set();
  const organizationIds = [...new Set(people.map(({ organizationId }) => organizationId))];
  const [sessions, memberships] = await inTransaction(pool, organizationIds, (transaction) =>
    Promise.all([
      transaction.query<{ place: number; has_factor: boolean; is_directory: boolean }>(SELECT_SESSIONS, [
        people.map(({ sessionId }) => sessionId),
        people.map(({ accountId }) => accountId),
        people.map(({ organizationId }) => organizationId),
        new Date(nowMs),
      ]),
      transaction.query<MembershipRow>(SELECT_MEMBERSHIPS, [
        organizationIds,
        [...new Set(people.map(({ accountId }) => accountId))],
      ]),
    ]),
  );
  const membershipOf = new Map(memberships.map((row) => [row.organization_id + row.account_id, row]));
  const still = sessions.flatMap(({ place, has_factor: hasOne, is_directory: isDirectory }) => {
    const person = people[place - 1];
    const membership = person && membershipOf.get(person.organizationId + person.accountId);
    if (membership === undefined || membership.role !== person?.role) return [];
    const isLetIn = isDirectory
      ? membership.has_directory
      : !membership.needs_directory && (hasOne || !membership.require_mfa);
    return isLetIn ? [place - 1] : [];
  });
  return new Set(still);
}

interface MembershipRow extends Record<string, unknown> {
  organization_id: string;
  account_id: string;
  role: Role;
  require_mfa: boolean;
  needs_directory: boolean;
  has_directory: boolean;
}

const SELECT_SESSIONS = `
  SELECT d.place::int, ${hasFactor('d.account_id')} AS has_factor,
    s.directory_until IS NOT NULL AS is_directory
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[])
      WITH ORDINALITY AS d (session_id, account_id, organization_id, place)
    JOIN svc.sessions s
      ON s.id = d.session_id AND s.account_id = d.account_id AND s.organization_id = d.organization_id
        AND s.expires_at > $4 AND (s.directory_until IS NULL OR s.directory_until > $4)`;

const SELECT_MEMBERSHIPS = `
  SELECT m.organization_id, m.account_id, m.role, o.require_mfa, ${NEEDS_DIRECTORY} AS needs_directory,
    COALESCE(c.enabled, false) AS has_directory
  FROM svc.memberships m JOIN svc.organizations o USING (organization_id)
    LEFT JOIN svc.sso_connections c USING (organization_id)
  WHERE m.organization_id = ANY ($1::uuid[]) AND m.account_id = ANY ($2::uuid[])`;
