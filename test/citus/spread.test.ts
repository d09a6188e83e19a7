// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: its database is spread over a cluster.
 * Guarantee: on a cluster every table of organizations is spread by organization. Decisions are recorded there without a
 * gap, and a batch reaches rows of its own organization alone, on the coordinator and on a worker.
 */
import { verifyEntries } from '@svc/core/audit-chain';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { distributeDatabase, inspectCluster } from '../../server/src/storage/schema/distribute.ts';
import { TABLE_KINDS } from '../../server/src/storage/schema/table-kinds.ts';
import { onServer, type TestDatabase, workersOf } from '../harness/postgres/index.ts';
import {
  ACME,
  call,
  GLOBEX,
  GLOBEX_KEY,
  LIVE_KEY,
  PLAIN_ACTION,
  startTestService,
  type TestService,
} from '../harness/service/index.ts';
import { readAuditEntries } from '../harness/service/rows.ts';

let service: TestService;
let database: TestDatabase;
let admin: pg.Client;
beforeAll(async () => {
  service = await startTestService();
  database = service.database;
  admin = new pg.Client({ connectionString: database.connectionString });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await service.stop();
});

it('has all tables of organizations spread, and nothing is left to do', async () => {
  const address = { connectionString: database.connectionString };
  expect(await inspectCluster(address)).toMatchObject({ isSpread: true, left: [], faults: [] });
  expect(await distributeDatabase(address)).toBe(0);
  const { rows } = await admin.query<{ name: string; type: string; column: string }>(
    `SELECT replace(table_name::text, 'svc.', '') AS name, citus_table_type AS type, distribution_column AS column
     FROM public.citus_tables JOIN pg_class c ON c.oid = table_name
     WHERE citus_table_type IN ('distributed', 'reference') AND NOT c.relispartition`,
  );
  const expected = [...TABLE_KINDS].flatMap(([name, kind]) => {
    if (kind === 'tenant' || kind === 'outbox') return [{ name, type: 'distributed', column: 'organization_id' }];
    return kind === 'people' ? [{ name, type: 'reference', column: '<none>' }] : [];
  });
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
  expect(rows.sort(byName)).toEqual(expected.sort(byName));
});

describe('a service on it', () => {
  it('records what it answers, each organization in a chain without a gap, and replays a key', async () => {
    const body = { agent: 'billing-bot', resource: 'customers', action: 'READ_DATA' };
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const headers = index % 5 === 0 ? { 'idempotency-key': `key-${index % 20}` } : {};
        if (index % 2 === 0) return call(service.baseUrl, '/v1/events', { key: LIVE_KEY, body: PLAIN_ACTION, headers });
        return call(service.baseUrl, '/v1/events', { key: GLOBEX_KEY, body, headers });
      }),
    );
    const ends = new Set(answers.map(({ status, body: { message = '' } }) => `${status} ${message}`));
    expect([...ends]).toEqual(['200 ']);
    const told = new Set(answers.map((answer) => answer.body.id));
    const recorded: string[] = [];
    for (const organization of [ACME, GLOBEX]) {
      const entries = await readAuditEntries(service.database, organization);
      expect(verifyEntries(entries)).toMatchObject({ isValid: true, head: { seq: entries.length } });
      recorded.push(...entries.filter(({ kind }) => kind === 'decision.recorded').map(({ subject }) => subject.id));
    }
    expect(recorded.sort()).toEqual([...told].sort());
    const { rows } = await admin.query('SELECT count(*)::int AS events FROM svc.events');
    expect(rows).toEqual([{ events: told.size }]);
  });

  it('refuses a batch for another organization, on every server', async () => {
    const { rows: organizations } = await admin.query<{ id: string; name: string }>(
      'SELECT organization_id AS id, name FROM svc.organizations',
    );
    const [acme, globex] = [ACME, GLOBEX].map((name) => organizations.find((one) => one.name === name)?.id);
    const count = async () =>
      (await admin.query('SELECT count(*)::int AS n FROM svc.reviews WHERE organization_id = $1', [globex])).rows[0].n;
    const before = await count();
    const hostile = JSON.stringify([
      {
        ...{ organization_id: globex, event_id: acme, sandbox: true, created_at: new Date(), expires_at: new Date() },
        ...{ approver_roles: [], risk_score: 1, escalates: false },
      },
    ]);
    const workers = await workersOf(database.connectionString);
    const others = workers.map((worker) => onServer(database.connectionString, worker, database.name));
    for (const server of [database.connectionString, ...others]) {
      const client = new pg.Client({ connectionString: server });
      await client.connect();
      await client.query('SET ROLE svc_app');
      await client.query('BEGIN');
      await client.query(`SET LOCAL svc.organizations = '{${acme}}'`);
      await client.query('SELECT svc.add_reviews($1, $2)', [acme, hostile]);
      const { rows } = await client.query(
        'SELECT organization_id AS id FROM svc.reviews WHERE organization_id = ANY ($1)',
        [[acme, globex]],
      );
      expect([...new Set(rows.map(({ id }) => id))]).toEqual([acme]);
      await client.query('ROLLBACK');
      await client.end();
    }
    expect(await count()).toBe(before);
  });

  it('lets it delete no young row, and none of another organization however old', async () => {
    const { rows } = await admin.query<{ id: string }>('SELECT organization_id AS id FROM svc.organizations');
    const [first, second] = rows.map(({ id }) => id);
    await admin.query('UPDATE svc.events SET created_at = $2 WHERE organization_id = $1', [second, new Date(0)]);
    await admin.query('BEGIN');
    await admin.query('SET LOCAL ROLE svc_app');
    await admin.query(`SET LOCAL svc.organizations = '{${first}}'`);
    expect((await admin.query('DELETE FROM svc.events RETURNING 1')).rows).toEqual([]);
    await admin.query('ROLLBACK');
  });
});
