// SPDX-License-Identifier: Apache-2.0
/** Reads the database behind the service, as its owner, who sees every organization. */
import { checkActs } from '@svc/core/act-trail';
import type { AuditEntry } from '@svc/core/audit-chain';
import type pg from 'pg';
import { expect } from 'vitest';
import { AUDIT_KINDS } from '../../../server/src/record/audit/kinds.ts';
import { SEE_ACROSS } from '../../../server/src/storage/db/index.ts';
import { TABLE_KINDS } from '../../../server/src/storage/schema/table-kinds.ts';
import { keepConnection, type TestDatabase } from '../postgres/index.ts';

/** The connection to the database that was last read. */
const connectionTo = keepConnection();

/** Rows of the organizations that the test sees: row-level security keeps it to them. */
export async function readRows<Row extends pg.QueryResultRow = pg.QueryResultRow>(
  database: TestDatabase,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  if (database.isSpread === true) return await readSpread<Row>(database, text, values);
  const client = await reader(database);
  return (await client.query<Row>(text, values)).rows;
}

async function reader(database: TestDatabase): Promise<pg.Client> {
  const client = await connectionTo(database.connectionString);
  await client.query('RESET ROLE');
  await client.query(SEE_ACROSS);
  await client.query(SEE, [database.unseen ?? []]);
  if (database.unseen !== undefined) await becomeReader(client, database);
  return client;
}

/** The transactions of one connection come one after the other. */
let before: Promise<unknown> = Promise.resolve();

async function readSpread<Row extends pg.QueryResultRow>(
  database: TestDatabase,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const read = before.then(() => readInTransaction<Row>(database, text, values));
  before = read.catch(() => undefined);
  return await read;
}

/** Other servers learn what is seen by SET LOCAL alone. */
async function readInTransaction<Row extends pg.QueryResultRow>(
  database: TestDatabase,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const client = await reader(database);
  const { rows: seen } = await client.query<{ name: string; value: string }>(SETTINGS);
  await client.query('BEGIN');
  try {
    for (const { name, value } of seen) await client.query(`SET LOCAL ${name} = '${value}'`);
    // A test may ask what the service may not.
    await client.query('SET LOCAL citus.enable_repartition_joins = on');
    const { rows } = await client.query<Row>(text, values);
    await client.query('COMMIT');
    return rows;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

const SETTINGS = `
  SELECT name, current_setting(name) AS value FROM unnest('{svc.across,svc.organizations}'::text[]) AS s (name)`;

/** Ends connections of a service, which only a superuser may. @param condition on a row `a` of pg_stat_activity */
export async function endConnections(
  database: TestDatabase,
  condition: string,
  values: unknown[] = [],
): Promise<number> {
  const client = await connectionTo(database.connectionString);
  await client.query('RESET ROLE');
  const ended = await client.query(
    `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a WHERE a.datname = current_database() AND ${condition}`,
    values,
  );
  return ended.rows.length;
}

/** Statements that wait for a lock, on whichever server. */
export async function lockWaits(database: TestDatabase): Promise<unknown[]> {
  const ofOne = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  return await readRows(database, database.isSpread === true ? 'SELECT 1 FROM citus_lock_waits' : ofOne);
}

/** A digest of every row of an organization, over all tables that name one. */
export async function stateOf(database: TestDatabase, organization: string): Promise<unknown> {
  const tables = await readRows<{ name: string }>(database, SELECT_TABLES);
  expect(tables.length).toBeGreaterThan(15);
  const id = await organizationIdOf(database, organization);
  const isTenant = ({ name }: { name: string }) => ['tenant', 'outbox'].includes(TABLE_KINDS.get(name) ?? '');
  const parts = [tables.filter(isTenant), tables.filter((table) => !isTenant(table))].map((near) =>
    readRows(database, `SELECT ${near.map(digestOf).join(', ')}`, [id]),
  );
  return await Promise.all(parts);
}

const digestOf = ({ name }: { name: string }): string =>
  `(SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) FROM svc.${name} t WHERE organization_id = $1) AS ${name}`;

const SELECT_TABLES = `
  SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables t USING (table_name)
  WHERE columns.table_schema = 'svc' AND t.table_schema = 'svc' AND t.table_type = 'BASE TABLE'
    AND column_name = 'organization_id' ORDER BY table_name`;

/** For work that goes over organizations: those of the test. */
export async function organizationIds(database: TestDatabase): Promise<string[]> {
  const rows = await readRows<{ id: string }>(database, 'SELECT organization_id AS id FROM svc.organizations');
  return rows.map(({ id }) => id);
}

/** The id of the organization with this name. */
export async function organizationIdOf(database: TestDatabase, name: string): Promise<string> {
  const sql = 'SELECT organization_id AS id FROM svc.organizations WHERE name = $1';
  const [row] = await readRows<{ id: string }>(database, sql, [name]);
  return row?.id ?? expect.fail(`there is no organization ${name}`);
}

/** The owner of the tables is bound by row-level security too, unless it is a superuser. */
const SEE = `
  SELECT set_config('svc.organizations', '{' || string_agg(organization_id::text, ',') || '}', false)
  FROM svc.organization_directory WHERE organization_id <> ALL ($1::uuid[])`;

export const SEE_EVERY_ORGANIZATION = `${SEE_ACROSS}; ${SEE.replace('$1', `'{}'`)}`;

/**
 * A superuser passes row-level security by: it reads in a role that has its rights and no more. Servers of a cluster
 * ask each other as that role.
 */
async function becomeReader(client: pg.Client, { name }: TestDatabase): Promise<void> {
  const role = `${name}_reader`;
  await client.query(`
    DO $$ BEGIN
      IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = session_user) THEN RETURN; END IF;
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN
        CREATE ROLE "${role}" LOGIN;
        EXECUTE format('GRANT %I TO "${role}"', session_user);
        COMMENT ON ROLE "${role}" IS 'svc: signs in to ${name}';
      END IF;
      SET ROLE "${role}";
    END $$`);
}

/** Runs the work while PostgreSQL refuses new rows that do not meet the condition, as a fault of it would. */
export async function whileRefusing<T>(
  database: TestDatabase,
  table: string,
  condition: string,
  work: () => Promise<T>,
): Promise<T> {
  await readRows(database, `ALTER TABLE svc.${table} ADD CONSTRAINT refused CHECK (${condition}) NOT VALID`);
  try {
    return await work();
  } finally {
    await readRows(database, `ALTER TABLE svc.${table} DROP CONSTRAINT refused`);
  }
}

/** The chain of an organization, in order, in its hashed form. Every entry's action is one of the reference. */
export async function readAuditEntries(database: TestDatabase, organization: string): Promise<AuditEntry[]> {
  const rows = await readRows<Record<string, never>>(
    database,
    `SELECT e.* FROM svc.audit_entries e JOIN svc.organizations o USING (organization_id)
     WHERE o.name = $1 ORDER BY seq`,
    [organization],
  );
  for (const row of rows) expectKnownKind(row);
  const entries = rows.map(
    (row: pg.QueryResultRow): AuditEntry => ({
      seq: Number(row.seq),
      organizationId: row.organization_id,
      at: (row.at as Date).toISOString(),
      kind: row.kind,
      actor: { type: row.actor_type, id: row.actor_id },
      subject: { type: row.subject_type, id: row.subject_id },
      metadata: row.metadata,
      prevHash: (row.prev_hash as Buffer).toString('hex'),
      hash: (row.hash as Buffer).toString('hex'),
    }),
  );
  expectWholeActs(entries);
  return entries;
}

/** A part of each chain may be in the archive: nothing is known of its acts then. */
function expectWholeActs(entries: readonly AuditEntry[]): void {
  const acts = checkActs({ origin: null });
  if (entries[0]?.seq === 1)
    expect(entries.map((entry) => acts.read(entry)).filter((fault) => fault !== null)).toEqual([]);
}

function expectKnownKind(row: pg.QueryResultRow): void {
  const known = AUDIT_KINDS[String(row.kind)];
  if (known === undefined) throw new Error(`the audit kind ${row.kind} is not in the reference`);
  const optional = Object.keys(known.optional ?? {});
  const fields = Object.keys(row.metadata as object).filter((field) => !optional.includes(field));
  expect(fields.sort()).toEqual([...known.fields].sort());
}
