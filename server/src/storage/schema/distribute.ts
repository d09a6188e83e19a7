// SPDX-License-Identifier: Apache-2.0
/**
 * Spreads the tables of organizations over the servers of a Citus cluster. Each organization lies on one of them, with
 * all its rows. Tables that are spread stay as they are, so a migration's new ones are brought in the same way.
 */
import type pg from 'pg';
import { connectOwner, type DatabaseAddress, SERVICE_ROLE } from '../connections/index.ts';
import { plainPolicies } from './plain-policies.ts';
import { TABLE_KINDS, type TableKind } from './table-kinds.ts';

/** The state of a server that could hold a spread database. */
export interface Cluster {
  /** The version of the extension Citus; null on plain PostgreSQL. */
  version: string | null;
  workers: number;
  /** Tables of organizations, and copied ones, that are not spread yet. */
  left: string[];
  isSpread: boolean;
  /** Sentences about settings that must be another, each with what to do. */
  faults: { says: string; mend: string }[];
}

/** @throws the error of connecting */
export async function inspectCluster(address: DatabaseAddress): Promise<Cluster> {
  const client = await connectOwner(address);
  try {
    return await clusterOf(client);
  } finally {
    await client.end();
  }
}

/**
 * Statements that spread what is not spread yet, in order; none when nothing is left. They belong in one transaction.
 * @throws Error with one sentence when the server is no coordinator of Citus, or a setting of it is in the way
 */
export async function planDistribution(client: pg.ClientBase): Promise<string[]> {
  const cluster = await clusterOf(client);
  if (cluster.version === null) {
    throw new Error('This database has no Citus: run CREATE EXTENSION citus on the coordinator and on each worker.');
  }
  const [fault] = cluster.faults;
  if (fault !== undefined) throw new Error(`${fault.says}. ${fault.mend}`);
  const tables = await tablesInOrder(client);
  const left = new Set(cluster.left);
  const spread = tables.filter((name) => left.has(name) && isSpreadKind(TABLE_KINDS.get(name)));
  const copied = tables.filter((name) => left.has(name) && TABLE_KINDS.get(name) === 'people');
  const keys = left.size === 0 ? [] : await foreignKeys(client, left);
  return [
    ...(await plainPolicies(client)),
    ...keys.map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`),
    ...copied.map((name) => `SELECT create_reference_table('svc.${name}')`),
    // The owner copies the rows that are there, and may be no superuser.
    ...spread.map((name) => `ALTER TABLE svc.${name} NO FORCE ROW LEVEL SECURITY`),
    ...spread.map(distribute),
    ...spread.map((name) => `ALTER TABLE svc.${name} FORCE ROW LEVEL SECURITY`),
    ...keys
      .filter(({ isKept }) => isKept)
      .map(({ table, name, rule }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${rule}`),
    ...(await besidePeople(client)),
    ...(await functionsToSpread(client)),
    ...(await settingsOfDatabase(client)),
  ];
}

/** Runs the plan as one transaction: after a failure everything is as it was. @returns the number of statements */
export async function distributeDatabase(address: DatabaseAddress): Promise<number> {
  const client = await connectOwner(address);
  try {
    const statements = await planDistribution(client);
    if (statements.length === 0) return 0;
    await letSignIn(client);
    await client.query('BEGIN');
    // Foreign keys to tables that are copied allow no statement on several servers at once.
    await client.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`);
    for (const statement of statements) await client.query(statement);
    await client.query('COMMIT');
    return statements.length;
  } finally {
    await client.end();
  }
}

/**
 * Comes before the transaction: where it stops, the next run does both again. A role is of the server, and each worker
 * changes its own.
 * @throws Error with one sentence when a worker refuses it
 */
async function letSignIn(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ worker: string; reason: string }>(
    `SELECT nodename || ':' || nodeport AS worker, result AS reason FROM run_command_on_workers($1) WHERE NOT success`,
    [SIGN_IN_ON_WORKER],
  );
  const [refused] = rows;
  if (refused === undefined) return;
  const { worker, reason } = refused;
  throw new Error(
    `${worker} does not let ${SERVICE_ROLE} sign in (${reason}): run there: ALTER ROLE ${SERVICE_ROLE} LOGIN`,
  );
}

/** The service asks a worker as its own role. On the coordinator no one signs in as it. */
const SIGN_IN_ON_WORKER = `DO $do$ BEGIN
  SET LOCAL citus.enable_ddl_propagation = off;
  EXECUTE 'ALTER ROLE ${SERVICE_ROLE} LOGIN';
END $do$`;

const isSpreadKind = (kind: TableKind | undefined): boolean => kind === 'tenant' || kind === 'outbox';
const ANCHOR = 'organizations';

function distribute(name: string): string {
  const beside = name === ANCHOR ? 'none' : `svc.${ANCHOR}`;
  return `SELECT create_distributed_table('svc.${name}', 'organization_id', colocate_with => '${beside}')`;
}

async function clusterOf(client: pg.ClientBase): Promise<Cluster> {
  const { rows: found } = await client.query<{ version: string }>(
    `SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'`,
  );
  const version = found[0]?.version ?? null;
  if (version === null) return { version, workers: 0, left: [], isSpread: false, faults: [] };
  const { rows: workers } = await client.query('SELECT FROM citus_get_active_worker_nodes()');
  const { rows: spread } = await client.query<{ name: string }>(SPREAD);
  const { rows: tables } = await client.query<{ name: string }>(TABLES);
  const isSpread = new Set(spread.map(({ name }) => name));
  const toSpread = ({ name }: { name: string }): boolean => {
    const kind = TABLE_KINDS.get(name);
    return (isSpreadKind(kind) || kind === 'people') && !isSpread.has(name);
  };
  return {
    version,
    workers: workers.length,
    left: tables.filter(toSpread).map(({ name }) => name),
    isSpread: isSpread.has(ANCHOR),
    faults: await settingFaults(client, workers.length),
  };
}

/** By the hash of a column, or copied; Citus also knows local tables. Source: pg_dist_partition of Citus. */
const SPREAD = `
  SELECT c.relname AS name FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
  WHERE c.relnamespace = 'svc'::regnamespace AND (p.partmethod = 'h' OR p.repmodel = 't')`;
const TABLES = `
  SELECT relname AS name FROM pg_class
  WHERE relnamespace = 'svc'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`;

async function settingFaults(client: pg.ClientBase, workers: number): Promise<Cluster['faults']> {
  const { rows } = await client.query<{ triggers: string; prepared: number; limit: number }>(`
    SELECT current_setting('citus.enable_unsafe_triggers') AS triggers,
      current_setting('max_prepared_transactions')::int AS prepared, current_setting('max_connections')::int AS limit`);
  const [set] = rows;
  const faults: Cluster['faults'] = [];
  if (workers === 0) {
    faults.push({ says: 'The coordinator has no worker', mend: "Add one: SELECT citus_add_node('host', 5432)." });
  }
  if (set?.triggers !== 'on') {
    faults.push({
      says: 'Citus refuses triggers, which keep what is recorded from being changed',
      mend: 'Set citus.enable_unsafe_triggers = on on the coordinator and each worker.',
    });
  }
  if ((set?.prepared ?? 0) === 0) {
    faults.push({
      says: 'Transactions over several servers are switched off',
      mend: 'Set max_prepared_transactions to max_connections on the coordinator and each worker, and restart them.',
    });
  }
  return faults;
}

/** Tables come after those that they refer to. */
async function tablesInOrder(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    WITH RECURSIVE depth (id, level) AS (
      SELECT oid, 0 FROM pg_class
      WHERE relnamespace = 'svc'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      UNION
      SELECT f.conrelid, d.level + 1 FROM depth d JOIN pg_constraint f ON f.confrelid = d.id
      WHERE f.contype = 'f' AND f.conrelid <> f.confrelid AND d.level < 20
    )
    SELECT c.relname AS name FROM depth d JOIN pg_class c ON c.oid = d.id
    GROUP BY c.relname ORDER BY max(d.level), c.relname <> '${ANCHOR}', c.relname`);
  return rows.map(({ name }) => name);
}

interface ForeignKey {
  table: string;
  name: string;
  rule: string;
  /** Citus holds no key from a table of one server to one that is spread, and none that clears a part of it. */
  isKept: boolean;
}

/** Keys of the tables that are spread now. They are dropped before, and made again where Citus can hold them. */
async function foreignKeys(client: pg.ClientBase, left: ReadonlySet<string>): Promise<ForeignKey[]> {
  const { rows } = await client.query<{ from: string; to: string; name: string; rule: string; clears: boolean }>(`
    SELECT c.relname AS from, t.relname AS to, quote_ident(f.conname) AS name, pg_get_constraintdef(f.oid) AS rule,
      f.confdeltype = 'n' AS clears
    FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class t ON t.oid = f.confrelid
    WHERE f.contype = 'f' AND c.relnamespace = 'svc'::regnamespace AND f.conparentid = 0
    ORDER BY c.relname, f.conname`);
  const kind = (name: string) => TABLE_KINDS.get(name);
  return rows
    .filter(({ from, to }) => left.has(from) || left.has(to))
    .map(({ from, to, name, rule, clears }) => ({
      table: `svc.${from}`,
      name,
      rule,
      isKept: isSpreadKind(kind(from))
        ? (isSpreadKind(kind(to)) || kind(to) === 'people') && !clears
        : !isSpreadKind(kind(to)),
    }));
}

/**
 * Tables of one server that are read beside people. Citus has to know them, or it asks a worker for them. Those that
 * refer to people by a foreign key it knows.
 */
async function besidePeople(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'account_id'
    WHERE c.relnamespace = 'svc'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = c.oid)
      AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f')
    ORDER BY 1`);
  return rows
    .filter(({ name }) => TABLE_KINDS.get(name) === 'across' || TABLE_KINDS.get(name) === 'deployment')
    .map(({ name }) => `SELECT citus_add_local_table_to_metadata('svc.${name}')`);
}

/** Called on any server; the one that records a batch on that of its organization. */
async function functionsToSpread(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ signature: string; name: string }>(`
    SELECT p.oid::regprocedure::text AS signature, p.proname AS name
    FROM pg_proc p LEFT JOIN pg_dist_object o ON o.classid = 'pg_proc'::regclass AND o.objid = p.oid
    WHERE p.pronamespace = 'svc'::regnamespace
      AND (o.objid IS NULL OR (p.proname = 'record_batch' AND o.distribution_argument_index IS NULL))
    ORDER BY 1`);
  return rows.map(({ signature, name }) => {
    const beside = name === 'record_batch' ? `, 'organization', colocate_with => 'svc.${ANCHOR}'` : '';
    return `SELECT create_distributed_function('${signature}'${beside})`;
  });
}

/**
 * SET LOCAL tells the workers which organizations a transaction sees. Statements over several servers ask one after the
 * other, since a transaction may change accounts behind them, which are copied.
 */
const SETTINGS: readonly (readonly [name: string, value: string])[] = [
  ['citus.propagate_set_commands', 'local'],
  ['citus.multi_shard_modify_mode', 'sequential'],
];

async function settingsOfDatabase(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ database: string; name: string; setting: string }>(
    `SELECT quote_ident(current_database()) AS database, s.name, current_setting(s.name) AS setting
     FROM unnest($1::text[]) AS s (name)`,
    [SETTINGS.map(([name]) => name)],
  );
  const value = new Map(SETTINGS);
  return rows
    .filter(({ name, setting }) => setting !== value.get(name))
    .map(({ database, name }) => `ALTER DATABASE ${database} SET ${name} = '${value.get(name)}'`);
}
