// SPDX-License-Identifier: Apache-2.0
/** Every person with an account: for an operator, who sees all organizations. */
import type { Role } from '@svc/contract';
import type pg from 'pg';
import { inTransaction, queryAcross } from '../../storage/db/index.ts';

export interface ListedPerson {
  email: string;
  name: string;
  memberships: { organization: string; role: Role }[];
  /** Sessions that have not expired. */
  sessions: number;
}

const PEOPLE_PER_PAGE = 500;

/** In the order of their addresses, a page at a time. */
export async function* listPeople(pool: pg.Pool): AsyncGenerator<ListedPerson> {
  let after = '';
  for (;;) {
    const people = await pageAfter(pool, after);
    for (const { emailKey: _key, id: _id, ...person } of people) yield person;
    if (people.length < PEOPLE_PER_PAGE) return;
    after = people.at(-1)?.emailKey ?? '';
  }
}

interface PersonRow {
  id: string;
  emailKey: string;
  email: string;
  name: string;
  sessions: number;
  organizationIds: string[];
}

async function pageAfter(pool: pg.Pool, after: string) {
  const rows = await queryAcross<PersonRow & Record<string, unknown>>(
    pool,
    ['sessions', 'membership_directory'],
    SELECT_PEOPLE,
    [after, PEOPLE_PER_PAGE, pool.clock.now()],
  );
  const organizationIds = [...new Set(rows.flatMap((row) => row.organizationIds))];
  const memberships = await inTransaction(pool, organizationIds, (transaction) =>
    transaction.query<{ accountId: string; organization: string; role: Role }>(SELECT_MEMBERSHIPS, [
      rows.map(({ id }) => id),
      organizationIds,
    ]),
  );
  return rows.map(({ organizationIds: _ids, ...row }) => ({
    ...row,
    memberships: memberships.flatMap(({ accountId, organization, role }) => {
      return accountId === row.id ? [{ organization, role }] : [];
    }),
  }));
}

const SELECT_PEOPLE = `
  SELECT a.id, a.email_key AS "emailKey", a.email, a.name,
    (SELECT count(*)::int FROM svc.sessions s WHERE s.account_id = a.id AND s.expires_at > $3::timestamptz) AS sessions,
    ARRAY(SELECT d.organization_id FROM svc.membership_directory d WHERE d.account_id = a.id)::text[]
      AS "organizationIds"
  FROM svc.accounts a WHERE a.email_key > $1
  ORDER BY a.email_key LIMIT $2`;

const SELECT_MEMBERSHIPS = `
  SELECT m.account_id AS "accountId", o.name AS organization, m.role
  FROM svc.memberships m JOIN svc.organizations o USING (organization_id)
  WHERE m.organization_id = ANY ($2::uuid[]) AND m.account_id = ANY ($1::uuid[])
  ORDER BY o.name COLLATE "C"`;
