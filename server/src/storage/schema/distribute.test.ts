// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: its policies change.
 * Guarantee: policies that a distributed database takes hold organizations apart as the others do.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, call, GLOBEX, GLOBEX_KEY, PLAIN_ACTION, startTestService, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { createPool } from '../connections/index.ts';
import { inTransaction } from '../db/index.ts';
import { planDistribution } from './distribute.ts';
import { plainPolicies } from './plain-policies.ts';

let service: TestService;
let owner: pg.Client;
let pool: pg.Pool;
const organizations = new Map<string, string>();
beforeAll(async () => {
  service = await startTestService();
  await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION, headers: { 'idempotency-key': 'one' } });
  const body = { agent: 'billing-bot', resource: 'customers', action: 'READ_DATA' };
  await call(service.baseUrl, '/v1/events', { key: GLOBEX_KEY, body });
  const rows = await readRows(service.database, 'SELECT organization_id, name FROM svc.organizations');
  for (const { organization_id, name } of rows) organizations.set(name, organization_id);
  owner = new pg.Client({ connectionString: service.database.connectionString });
  await owner.connect();
  for (const statement of await plainPolicies(owner)) await owner.query(statement);
  pool = createPool({ connectionString: service.database.connectionString }, 2);
});
afterAll(async () => {
  await pool.end();
  await owner.end();
  await service.stop();
});

it('leaves no policy with a sub-select, and nothing to do a second time', async () => {
  expect(await plainPolicies(owner)).toEqual([]);
});

it('shows each organization its own rows, and none without one', async () => {
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'svc'::regnamespace AND relkind IN ('r', 'p')
       AND NOT relispartition AND relrowsecurity`,
  );
  expect(tables.length).toBeGreaterThan(60);
  const acme = organizations.get(ACME) ?? '';
  for (const { name } of tables) {
    const look = `SELECT organization_id FROM svc.${name}`;
    expect(await inTransaction(pool, [], (transaction) => transaction.query(look))).toEqual([]);
    const rows = await inTransaction(pool, [acme], (transaction) => transaction.query(look));
    expect(rows.filter((row) => row.organization_id !== acme)).toEqual([]);
  }
  const events = await inTransaction(pool, [acme], (transaction) => transaction.query('SELECT 1 FROM svc.events'));
  expect(events).toHaveLength(1);
});

it('still refuses rows of another organization, and deletes nothing that is too young', async () => {
  const [acme, globex] = [organizations.get(ACME) ?? '', organizations.get(GLOBEX) ?? ''];
  const insert = `INSERT INTO svc.usage_months (organization_id, month, events) VALUES ($1, '2026-01-01', 1)`;
  const run = (text: string, values: unknown[] = []) =>
    inTransaction(pool, [acme], (transaction) => transaction.query(text, values));
  await expect(run(insert, [globex])).rejects.toMatchObject({ code: '42501' });
  await run(insert, [acme]);
  expect(await run('DELETE FROM svc.events RETURNING 1')).toEqual([]);
  expect(await run('DELETE FROM svc.idempotency_records RETURNING 1')).toEqual([]);
});

it('is refused on a server without the extension', async () => {
  await expect(planDistribution(owner)).rejects.toThrow('This database has no Citus');
});
