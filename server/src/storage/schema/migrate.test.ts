// SPDX-License-Identifier: Apache-2.0
/** Guarantee: migrations are race-safe and repeatable, and refuse a schema that is newer than the build. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { readRows } from '#harness/service/rows.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const address = () => ({ connectionString: database.connectionString });

it('runs once, however many processes start at once on an empty database', async () => {
  await emptied();
  await Promise.all(Array.from({ length: 5 }, () => migrate(address())));
  const ran = await readRows(database, 'SELECT name FROM svc.kysely_migration ORDER BY name');
  expect(ran.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name));
});

it('changes nothing the second time', async () => {
  const before = await readRows(database, 'SELECT * FROM svc.kysely_migration ORDER BY name');
  await migrate(address());
  expect(await readRows(database, 'SELECT * FROM svc.kysely_migration ORDER BY name')).toEqual(before);
});

it('refuses a schema that a newer build has made', async () => {
  await readRows(database, `INSERT INTO svc.kysely_migration (name, timestamp) VALUES ('9999-future', now()::text)`);
  await expect(migrate(address())).rejects.toThrow(/newer build/);
});

it('carries calls over to their events and gives keys their permissions, as an owner who is held to row-level security', async () => {
  const { client, goOn, end } = await migratedBefore('0018-calls-of-events');
  await client.query(`
    INSERT INTO svc.events SELECT o, e, 1, now(), false, o, o, o, 'READ', null, null, 'ALLOW', 'ALLOW', 'LOW', 1, false, '{}'
      FROM (SELECT '${ORGANIZATION}'::uuid AS o, unnest(ARRAY['${CALLED}', '${NOT_CALLED}']::uuid[]) AS e) x;
    INSERT INTO svc.gateway_calls (organization_id, event_id, seq, created_at, protocol, route_id, route_name, method,
      agent_id, agent_name, key_prefix, test_key, decision, forwarder_id)
    SELECT organization_id, id, seq, created_at, 'HTTP', '${ROUTE}', 'crm', 'POST', agent_id, 'Bot', 'key_live_a', false,
      decision, 7 FROM svc.events WHERE id = '${CALLED}'`);
  await client.query(`
    INSERT INTO svc.organizations SELECT '${ORGANIZATION}', 'Acme', 'TEAM', 'UTC', 'ENFORCE', 60, 40, 70, null, null, null,
      null, now(), now();
    INSERT INTO svc.agents (organization_id, id, name, status, created_at, updated_at)
      VALUES ('${ORGANIZATION}', '${ROUTE}', 'Bot', 'ACTIVE', now(), now());
    INSERT INTO svc.api_keys (organization_id, id, name, kind, key_prefix, key_hash, agent_id, created_at, updated_at)
    SELECT '${ORGANIZATION}', gen_random_uuid(), name, kind, kind, sha256(name::bytea), agent, now(), now()
    FROM (VALUES ('live', 'LIVE', null), ('bound', 'LIVE', '${ROUTE}'::uuid), ('test', 'TEST', null)) AS k (name, kind, agent)`);
  await goOn();
  const keys = await client.query(`SELECT name, permissions FROM svc.api_keys ORDER BY name`);
  expect(keys.rows).toEqual([
    { name: 'bound', permissions: ['decide', 'read', 'test'] },
    { name: 'live', permissions: ['decide', 'read', 'test', 'apply'] },
    { name: 'test', permissions: ['decide', 'read', 'test'] },
  ]);
  const { rows } = await client.query('SELECT id, gateway_call FROM svc.events ORDER BY id');
  expect(rows).toEqual([
    {
      id: CALLED,
      gateway_call: {
        protocol: 'HTTP',
        routeId: ROUTE,
        routeName: 'crm',
        tool: null,
        method: 'POST',
        credentialId: null,
        forwarderId: 7,
        keyPrefix: 'key_live_a',
      },
    },
    { id: NOT_CALLED, gateway_call: null },
  ]);
  const forced = await client.query(
    `SELECT relforcerowsecurity AS forced FROM pg_class WHERE oid = 'svc.events'::regclass`,
  );
  expect(forced.rows).toEqual([{ forced: true }]);
  await end();
});

it('carries over what deliveries told, and leaves their data to the event where there is one', async () => {
  const { client, goOn, end } = await migratedBefore('0251-bodies-of-deliveries');
  await client.query(`
    INSERT INTO svc.events SELECT o, '${CALLED}'::uuid, 1, now(), false, o, o, o, 'READ', null, null, 'REVIEW', 'REVIEW',
      'LOW', 1, false, '{"agent":"bot","resource":"orders"}' FROM (SELECT '${ORGANIZATION}'::uuid AS o) x;
    INSERT INTO svc.webhook_deliveries (organization_id, id, endpoint_id, event_id, types, created_at, data, body)
    SELECT '${ORGANIZATION}', gen_random_uuid(), '${ROUTE}', event, ARRAY[type], now(), '{"decision":"REVIEW"}', body
    FROM (VALUES ('${CALLED}', 'REVIEW', '{"data":{"finalDecision":"ALLOW"}}'), ('${CALLED}', 'REVIEW', null),
      ('${NOT_CALLED}', 'BLOCK', '{"data":{"finalDecision":"BLOCK"}}'), ('test-1', 'TEST', '{"data":{}}')
    ) AS d (event, type, body)`);
  await goOn();
  const { rows } = await client.query(
    `SELECT types[1] AS type, final_decision, data IS NULL AS is_of_event FROM svc.webhook_deliveries ORDER BY 1, 2`,
  );
  expect(rows).toEqual([
    { type: 'BLOCK', final_decision: 'BLOCK', is_of_event: false },
    { type: 'REVIEW', final_decision: 'ALLOW', is_of_event: true },
    { type: 'REVIEW', final_decision: null, is_of_event: true },
    { type: 'TEST', final_decision: null, is_of_event: false },
  ]);
  await end();
});

const ORGANIZATION = '01990000-0000-7000-8000-0000000000ff';
const CALLED = '01990000-0000-7000-8000-000000000001';
const NOT_CALLED = '01990000-0000-7000-8000-000000000002';
const ROUTE = '01990000-0000-7000-8000-00000000000a';

/** A schema as it was before a migration, whose owner is held to row-level security. */
async function migratedBefore(migration: string) {
  await emptied();
  const admin = new pg.Client(address());
  await admin.connect();
  const owner = `owner_${randomBytes(4).toString('hex')}`;
  const databaseName = admin.escapeIdentifier(admin.database ?? '');
  await admin.query(`CREATE ROLE ${owner} LOGIN NOSUPERUSER PASSWORD 'x'; GRANT svc_app TO ${owner}`);
  await admin.query(`GRANT CREATE ON DATABASE ${databaseName} TO ${owner}`);
  const asOwner = new URL(database.connectionString);
  asOwner.username = owner;
  asOwner.password = 'x';
  const before = MIGRATIONS.findIndex(({ name }) => name === migration);
  await migrate({ connectionString: asOwner.href }, MIGRATIONS.slice(0, before));
  const client = new pg.Client({ connectionString: asOwner.href });
  await client.connect();
  await client.query(`SELECT set_config('svc.organizations', '{${ORGANIZATION}}', false)`);
  return {
    client,
    goOn: () => migrate({ connectionString: asOwner.href }),
    async end() {
      await client.query('DROP SCHEMA svc CASCADE');
      await client.end();
      await admin.query(`REVOKE CREATE ON DATABASE ${databaseName} FROM ${owner}; DROP ROLE ${owner}`);
      await admin.end();
      await migrate(address());
    },
  };
}

/** A client of its own, because the schema of the other test queries is missing here. */
async function emptied(): Promise<void> {
  const client = new pg.Client(address());
  await client.connect();
  await client.query('DROP SCHEMA svc CASCADE');
  await client.end();
}

it('brings three cursors of sums to one, and leaves no event out nor counts it twice', async () => {
  await emptied();
  const before = MIGRATIONS.findIndex(({ name }) => name === '0260-one-cursor');
  await migrate(address(), MIGRATIONS.slice(0, before));
  const other = ORGANIZATION.replace(/.$/, '9');
  const client = new pg.Client(address());
  await client.connect();
  // The owner of the tables may be held to row-level security.
  await client.query(`SELECT set_config('svc.organizations', '{${ORGANIZATION},${other}}', false)`);
  await client.query(
    `WITH sums AS (INSERT INTO svc.roll_up_cursors (organization_id, counted_seq, counted_at) VALUES ($1, 10, now())),
       figures AS (INSERT INTO svc.figure_cursors VALUES ($1, 7), ($2, 5))
     INSERT INTO svc.anomaly_cursors VALUES ($1, 8, 3)`,
    [ORGANIZATION, other],
  );
  await migrate(address());
  const { rows } = await client.query(
    `SELECT counted_seq::int, decisions_from::int, records_from::int, agents_from::int, scanned_seq::int
     FROM svc.count_cursors ORDER BY organization_id = $1 DESC`,
    [ORGANIZATION],
  );
  await client.end();
  expect(rows).toEqual([
    { counted_seq: 7, decisions_from: 10, records_from: 7, agents_from: 8, scanned_seq: 3 },
    { counted_seq: 0, decisions_from: 0, records_from: 5, agents_from: 0, scanned_seq: 0 },
  ]);
});
