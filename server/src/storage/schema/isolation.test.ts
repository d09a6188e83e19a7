// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: it turns row-level security off.
 * Guarantee: one organization never sees another's rows, whatever a query forgets, and audit entries are never changed.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACME, call, GLOBEX, GLOBEX_KEY, PLAIN_ACTION, startTestService, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { createPool, createReadPool } from '../connections/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { checkServiceRole } from './check-role.ts';

let service: TestService;
let pool: pg.Pool;
let acme: string;
let globex: string;
beforeAll(async () => {
  service = await startTestService();
  pool = createPool({ connectionString: service.database.connectionString }, 2);
  await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION });
  const body = { agent: 'billing-bot', resource: 'customers', action: 'READ_DATA' };
  await call(service.baseUrl, '/v1/events', { key: GLOBEX_KEY, body });
  const rows = await readRows(service.database, 'SELECT organization_id, name FROM svc.organizations');
  acme = rows.find(({ name }) => name === ACME)?.organization_id;
  globex = rows.find(({ name }) => name === GLOBEX)?.organization_id;
});
afterAll(async () => {
  await pool.end();
  await service.stop();
});

const organizationTables = () =>
  readRows<{ name: string }>(
    service.database,
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'svc' AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relforcerowsecurity ORDER BY 1`,
  );

describe('a query that forgets its WHERE clause', () => {
  it('sees nothing outside a transaction of an organization', async () => {
    const tables = await organizationTables();
    expect(tables.length).toBeGreaterThan(15);
    for (const { name } of tables) {
      expect((await pool.query(`SELECT * FROM svc.${name}`)).rows).toEqual([]);
    }
  });

  it('sees the rows of its organization only', async () => {
    for (const { name } of await organizationTables()) {
      const rows = await inTransaction(pool, [acme], (transaction) => transaction.query(`SELECT * FROM svc.${name}`));
      expect(rows.filter((row) => row.organization_id !== acme)).toEqual([]);
    }
    const events = await inTransaction(pool, [acme], (transaction) => transaction.query('SELECT * FROM svc.events'));
    expect(events).toHaveLength(1);
  });

  it('changes nothing of another organization', async () => {
    const renamed = await inTransaction(pool, [acme], (transaction) =>
      transaction.query(`UPDATE svc.agents SET name = name RETURNING organization_id`),
    );
    expect(renamed.every((row) => row.organization_id === acme)).toBe(true);
    const insert = inTransaction(pool, [acme], (transaction) =>
      transaction.query(
        `INSERT INTO svc.resources (organization_id, id, name, classification, created_at, updated_at)
         VALUES ($1, gen_random_uuid(), 'stolen', 'PUBLIC', now(), now())`,
        [globex],
      ),
    );
    await expect(insert).rejects.toThrow(/row-level security/);
  });

  it('sees nothing again after the transaction, on the same connection', async () => {
    await inTransaction(pool, [acme], (transaction) => transaction.query('SELECT 1'));
    expect((await pool.query('SELECT * FROM svc.events')).rows).toEqual([]);
  });
});

describe('the service role', () => {
  it.each([
    'UPDATE svc.audit_entries SET kind = kind',
    'DELETE FROM svc.audit_entries',
    'TRUNCATE svc.audit_entries',
    'UPDATE svc.audit_checkpoints SET note = note',
    'DELETE FROM svc.audit_checkpoints',
    'DELETE FROM svc.audit_checkpoint_heads',
    'DELETE FROM svc.audit_signing_keys',
    'ALTER TABLE svc.audit_entries DISABLE ROW LEVEL SECURITY',
    'DROP POLICY organization ON svc.agents',
    'CREATE TABLE svc.mine (id int)',
    'SELECT * FROM svc.leads',
    'UPDATE svc.events SET record = record',
    'DELETE FROM svc.policy_set_versions',
    'DELETE FROM svc.guardrail_versions',
  ])('may not %s', async (statement) => {
    const tried = inTransaction(pool, [acme], (transaction) => transaction.query(statement));
    await expect(tried).rejects.toThrow(/permission denied|must be owner/);
  });

  it('is what the service works as', async () => {
    const { rows } = await pool.query('SELECT current_user AS name');
    expect(rows).toEqual([{ name: 'svc_app' }]);
  });

  it('stops the start when it is another, owns a table, or a table is not secured', async () => {
    await expect(checkServiceRole(pool)).resolves.toBeUndefined();
    const owner = new pg.Pool({ connectionString: service.database.connectionString, max: 1 });
    await expect(checkServiceRole(owner)).rejects.toThrow(
      /must work as the role svc_app, but works as (?!svc_app)\w+\./,
    );
    await owner.end();
    await readRows(service.database, 'ALTER TABLE svc.events NO FORCE ROW LEVEL SECURITY');
    await expect(checkServiceRole(pool)).rejects.toThrow(/not forced on events/);
    await readRows(service.database, 'ALTER TABLE svc.events FORCE ROW LEVEL SECURITY');
    await readRows(service.database, 'ALTER TABLE svc.sessions NO FORCE ROW LEVEL SECURITY');
    await expect(checkServiceRole(pool)).rejects.toThrow(/not forced on sessions/);
    await readRows(service.database, 'ALTER TABLE svc.sessions FORCE ROW LEVEL SECURITY');
    await readRows(service.database, 'CREATE TABLE svc.added (id int)');
    await expect(checkServiceRole(pool)).rejects.toThrow(/not forced on added/);
    await readRows(service.database, 'DROP TABLE svc.added');
    await readRows(service.database, 'ALTER TABLE svc.leads ADD COLUMN organization_id uuid');
    await expect(checkServiceRole(pool)).rejects.toThrow(/not forced on leads/);
    await readRows(service.database, 'ALTER TABLE svc.leads DROP COLUMN organization_id');
    await readRows(service.database, 'CREATE TABLE public.owned (id int); GRANT CREATE ON SCHEMA public TO svc_app');
    await readRows(service.database, 'ALTER TABLE public.owned OWNER TO svc_app');
    await expect(checkServiceRole(pool)).rejects.toThrow(/owns tables/);
  });
});

it('compiles no statement: a server that would takes up to a second for each list', async () => {
  const reads = createReadPool({ connectionString: service.database.connectionString }, 1);
  for (const connections of [pool, reads]) expect((await connections.query('SHOW jit')).rows).toEqual([{ jit: 'off' }]);
  await reads.end();
});
