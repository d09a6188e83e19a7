// SPDX-License-Identifier: Apache-2.0
/** Tells whether people who were let in earlier would be let in now. */
import type { Role } from '@svc/contract';
import type pg from 'pg';
import { inTransaction } from '../../storage/db/index.ts';
import { hasFactor } from '../factors/index.ts';

interface LetIn {
  sessionId: string;
  accountId: string;
  organizationId: string;
  /** Their role then. */
  role: Role;
}

/**
 * Asks for many at once, in one query.
 * @returns the places of those whose session lives, in the same organization, with the same role and the factor it asks
 * for
 */
export async function stillSignedIn(pool: pg.Pool, people: readonly LetIn[], nowMs: number): Promise<Set<number>> {
  if (people.length === 0) return new Set();
  const organizationIds = [...new Set(people.map(({ organizationId }) => organizationId))];
  const rows = await inTransaction(pool, organizationIds, (transaction) =>
    transaction.query<{ place: number }>(SELECT_STILL, [
      people.map(({ sessionId }) => sessionId),
      people.map(({ accountId }) => accountId),
      people.map(({ organizationId }) => organizationId),
      people.map(({ role }) => role),
      new Date(nowMs),
    ]),
  );
  return new Set(rows.map(({ place }) => place - 1));
}

const SELECT_STILL = `
  SELECT d.place::int
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[])
      WITH ORDINALITY AS d (session_id, account_id, organization_id, role, place)
    JOIN svc.sessions s
      ON s.id = d.session_id AND s.account_id = d.account_id AND s.organization_id = d.organization_id
        AND s.expires_at > $5
    JOIN svc.memberships m
      ON m.organization_id = d.organization_id AND m.account_id = d.account_id AND m.role = d.role
    JOIN svc.organizations o ON o.organization_id = d.organization_id
  WHERE NOT o.require_mfa
    OR ${hasFactor('d.account_id')}`;
