// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the set of any version is read by its own revisions, however long the history before and after it is. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { createPool } from '../../storage/connections/index.ts';
import { inTransaction, uuidv7 } from '../../storage/db/index.ts';
import { SET_AT_VERSION, setAtVersion } from '../policy-versions/set-at-version.ts';
import { selectSetAt } from '../policy-versions/versions.ts';

const ORGANIZATION = uuidv7(Date.UTC(2026, 0, 1));
const POLICIES = 40;
const VERSIONS = 30_000;

let database: TestDatabase;
let owner: pg.Client;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.connectionString });
  await owner.connect();
  await owner.query(`SET svc.organizations = '{${ORGANIZATION}}'`);
  // Each version changes one policy: in turn, but that policy 0 stays, and the last three are deleted for good.
  await owner.query(
    `INSERT INTO svc.policy_revisions (organization_id, policy_id, version_from, version_to, name, spec, updated_at)
     SELECT $1, md5(policy::text)::uuid, CASE policy WHEN 0 THEN 1 ELSE version END,
       CASE WHEN policy = 0 OR (policy < $2 - 3 AND version + $2 > $3) THEN NULL ELSE version + $2 END,
       'policy ' || policy, jsonb_build_object('name', 'policy ' || policy), now()
     FROM (SELECT version, version % $2 AS policy FROM generate_series(1, $3::int) AS version) v
     WHERE policy > 0 OR version = $2`,
    [ORGANIZATION, POLICIES, VERSIONS],
  );
  await owner.query(
    `INSERT INTO svc.policy_set_versions (organization_id, version, created_at, actor_type, actor_id, source, changes,
       changed_bytes)
     SELECT $1, version, now(), 'system', 'test', 'app', 1, 1 FROM generate_series(1, $2::int) AS version`,
    [ORGANIZATION, VERSIONS],
  );
  pool = createPool({ connectionString: database.connectionString }, 1);
});
afterAll(async () => {
  await pool.end();
  await owner.end();
  await database.drop();
});

/** By the definition: a revision holds the versions from its first up to the one that ended it. */
const SLOW = `
  SELECT policy_id AS id, name FROM svc.policy_revisions
  WHERE organization_id = $1 AND version_from <= $2 AND (version_to IS NULL OR version_to > $2) ORDER BY id`;

const SOME_VERSIONS = [
  1,
  2,
  3,
  7,
  8,
  39,
  40,
  41,
  1_023,
  1_024,
  1_025,
  15_000,
  16_383,
  16_384,
  29_961,
  29_999,
  VERSIONS,
];

it('is the set of that version', async () => {
  for (const version of SOME_VERSIONS) {
    const { rows } = await owner.query(SLOW, [ORGANIZATION, version]);
    const set = await inTransaction(pool, [ORGANIZATION], (transaction) =>
      selectSetAt(transaction, ORGANIZATION, version),
    );
    const found = set.map(({ id, name }) => ({ id, name })).sort((left, right) => (left.id < right.id ? -1 : 1));
    expect(found, `version ${version}`).toEqual(rows);
  }
});

interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const told = (node: Plan) =>
  `${node['Relation Name']} ${node['Index Name']} ${node['Actual Rows']} of ${node['Actual Loops']}`;
const looksAt = (plan: Plan): number =>
  nodesOf(plan)
    .filter((node) => node['Relation Name'] !== undefined)
    .reduce(
      (sum, node) => sum + node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)),
      0,
    );
/** PostgreSQL before 18 rounds the rows of one loop to a whole number. */
const roundedUp = (plan: Plan): number =>
  nodesOf(plan)
    .filter((node) => node['Actual Loops'] > 1)
    .reduce((sum, node) => sum + node['Actual Loops'] / 2, 0);

it.each(['SELECT 1', 'ANALYZE svc.policy_revisions'])(
  'looks at the revisions of that set alone, after %s',
  async (sql) => {
    await owner.query(sql);
    for (const version of SOME_VERSIONS) {
      const plan = await inTransaction(pool, [ORGANIZATION], async (transaction) => {
        const [row] = await transaction.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
          `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) SELECT name FROM ${SET_AT_VERSION} p`,
          setAtVersion(ORGANIZATION, version),
        );
        return row?.['QUERY PLAN'][0].Plan as Plan;
      });
      expect(looksAt(plan), `version ${version}: ${nodesOf(plan).map(told).join('; ')}`).toBeLessThanOrEqual(
        2 * POLICIES + roundedUp(plan),
      );
    }
  },
);
