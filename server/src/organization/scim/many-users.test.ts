// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: among 10,000 users a look-up reads a few rows, and a page as many as it skips and shows. Any other filter
 * reads each user once, and is refused where there are more of them.
 */
import { SCIM_FILTERED_USERS_MAX } from '@svc/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { createPool } from '../../storage/connections/pool.ts';
import { listingOf } from '../scim-protocol/index.ts';
import { listUsers } from './users.ts';

const USERS = SCIM_FILTERED_USERS_MAX;
const ORGANIZATION = '01a00000-0000-7000-8000-000000000001';
const CALLER = { organizationId: ORGANIZATION, tokenId: ORGANIZATION };

let database: TestDatabase;
let owner: pg.Client;
let pool: pg.Pool;
const sent: { text: string; values: unknown[] }[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const address = { connectionString: database.connectionString };
  owner = new pg.Client(address);
  await owner.connect();
  await owner.query(`SELECT set_config('svc.organizations', '{${ORGANIZATION}}', false)`);
  await addUsers(1, USERS);
  // As the database does by itself, soon after so many rows.
  await owner.query('ANALYZE svc.scim_users, svc.memberships');
  pool = createPool(address, 1);
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...all: unknown[]) => unknown;
    client.query = ((...all: unknown[]) => {
      const [asked] = all as [{ text?: string; values?: unknown[] }];
      if (asked.text?.includes('svc.scim_users') === true) sent.push({ text: asked.text, values: asked.values ?? [] });
      return query(...all);
    }) as typeof client.query;
  });
});
afterAll(async () => {
  await pool.end();
  await owner.end();
  await database.drop();
});

const idAt = (digit: string) => `('01a00000-0000-700${digit}-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;

async function addUsers(from: number, to: number): Promise<void> {
  const series = `generate_series(${from}, ${to}) n`;
  await owner.query(`INSERT INTO svc.accounts (id, email, email_key, name, password_hash, created_at)
    SELECT ${idAt('1')}, 'p' || n || '@a.example', 'p' || n || '@a.example', 'P', '-', now() FROM ${series}`);
  await owner.query(`INSERT INTO svc.scim_users (organization_id, id, account_id, user_name, user_name_key, external_id,
      email, email_key, display_name, family_name, created_at, updated_at)
    SELECT '${ORGANIZATION}', ${idAt('2')}, ${idAt('1')}, 'P' || n, 'p' || n, 'e' || n, 'p' || n || '@a.example',
      'p' || n || '@a.example', 'Person ' || n, 'Silva', now(), now() FROM ${series}`);
}

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** @returns the users that the statements of a list look at, and what it found */
async function lookedAt(query: Record<string, string>) {
  sent.length = 0;
  const found = (await listUsers({ pool, baseUrl: () => '' }, CALLER, listingOf(query))) as {
    totalResults: number;
    itemsPerPage: number;
  };
  let rows = 0;
  for (const { text, values } of [...sent]) {
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query(`SELECT set_config('svc.organizations', '{${ORGANIZATION}}', true)`);
    const explained = await client.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, values);
    await client.query('ROLLBACK');
    client.release();
    rows += nodesOf(explained.rows[0]['QUERY PLAN'][0].Plan)
      .filter((node) => node['Relation Name'] === 'scim_users')
      .reduce((sum, one) => sum + (one['Actual Rows'] + (one['Rows Removed by Filter'] ?? 0)) * one['Actual Loops'], 0);
  }
  return { rows, total: found.totalResults, shown: found.itemsPerPage };
}

it.each([
  'userName eq "P77"',
  'externalId eq "e77" and active eq false',
  'emails.value eq "p77@a.example"',
  'emails[type eq "work" and value eq "P77@A.example"]',
  'userName eq "p1" or userName eq "p2"',
  'id eq "01a00000-0000-7002-8000-00000000004d"',
])('looks at a few users for %s', async (filter) => {
  const { rows, total } = await lookedAt({ filter });
  expect(total).toBe(filter.includes(' or ') ? 2 : 1);
  expect(rows).toBeLessThanOrEqual(4);
});

it('looks at the users that a page skips and shows, beside the count of all', async () => {
  expect(await lookedAt({ count: '200' })).toEqual({ rows: USERS + 200, total: USERS, shown: 200 });
  expect(await lookedAt({ count: '1000', startIndex: '5001' })).toEqual({
    rows: USERS + 5_200,
    total: USERS,
    shown: 200,
  });
  expect(await lookedAt({ count: '0' })).toEqual({ rows: USERS, total: USERS, shown: 0 });
});

it.each([
  'displayName co "9999"',
  'name.familyName sw "Sil" and not (displayName ew "7")',
  'active eq true',
  'meta.created gt "2100-01-01T00:00:00Z"',
])('looks at each user a few times at most for %s', async (filter) => {
  // One statement sees that they are few, one counts, and one finds the page.
  expect((await lookedAt({ filter })).rows).toBeLessThanOrEqual(3 * USERS + 1);
});

it('refuses what would look at more, and still finds one by an exact value', async () => {
  await addUsers(USERS + 1, USERS + 1);
  await expect(lookedAt({ filter: 'displayName co "9999"' })).rejects.toMatchObject({ scimType: 'tooMany' });
  expect(await lookedAt({ filter: `userName eq "p${USERS + 1}"` })).toMatchObject({ total: 1 });
});
