// SPDX-License-Identifier: Apache-2.0
/** Brings a database to the schema of this build. Forward only, one process at a time, each step in a transaction. */
import { CompiledQuery, Kysely, type Migration, Migrator, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { connectOwner, createOwnerPool, type DatabaseAddress, SCHEMA, SERVICE_ROLE } from '../connections/index.ts';
import { distributeDatabase, inspectCluster } from './distribute.ts';
import { BEFORE_ONE } from './migrations/before-one.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { boundStatements } from './migrations/partitions.ts';
import { statementsOf } from './one-by-one.ts';

export const SERVER_VERSION_MIN = 150_000;

/**
 * Creates the service role and the schema when they are missing, then runs the pending migrations. A database that is
 * spread over servers is spread again, for what they added.
 * @param migrations all that this build knows; tests pass fewer on purpose
 * @throws Error with one sentence when the server is too old, the role lacks a right, or the schema is newer
 */
export async function migrate(address: DatabaseAddress, migrations = MIGRATIONS): Promise<void> {
  const pool = createOwnerPool(address);
  const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await checkServerVersion(pool);
    await createRoleAndSchema(pool);
    const applied = await namesOf(pool);
    const isOlder = applied.includes(BEFORE_ONE[0] as string);
    if (isOlder) fromOne(applied);
    const isPending = migrations.some(({ name }) => name === PARTITIONS_STEP) && !applied.includes(PARTITIONS_STEP);
    if (applied.length > 0 && isPending) await preparePartitions(pool);
    const migrator = new Migrator({
      db: database,
      migrationTableSchema: SCHEMA,
      provider: { getMigrations: async () => Object.fromEntries(stepsFor(isOlder, migrations)) },
    });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw explained(error);
    if ((await inspectCluster(address)).isSpread) await distributeDatabase(address);
  } finally {
    await database.destroy();
  }
}

const PARTITIONS_STEP = '1020-partitions';

/** A large table is read before the transaction of the migrations, which stops decisions, and not within it. */
async function preparePartitions(pool: pg.Pool): Promise<void> {
  for (const statement of boundStatements()) await pool.query(statement);
}

/**
 * For commands beside a running service, which must not migrate its database.
 * @throws Error with one sentence when the schema is another than that of this build
 */
export async function checkSchema(address: DatabaseAddress, migrations = MIGRATIONS): Promise<void> {
  const applied = await appliedMigrations(address);
  const known = migrations.map(({ name }) => name);
  if (applied.length === known.length && applied.every((name, place) => name === known[place])) return;
  if (applied.length === 0) {
    throw new Error(
      'This database holds no service yet. Start the service on it once, or give the command the environment of the ' +
        'service.',
    );
  }
  throw new Error(
    'The schema is that of another build than this command, or the service is still starting. Start the service of ' +
      'this build first.',
  );
}

/**
 * Brings an empty database to the schema of this build or an earlier one.
 * @param names of its migrations
 * @throws Error with one sentence when this build does not know one of them
 */
export async function migrateTo(address: DatabaseAddress, names: readonly string[]): Promise<void> {
  const asked = fromOne(names);
  const known = MIGRATIONS.filter(({ name }) => asked.includes(name));
  if (known.length !== asked.length) throw new Error('A newer build of the service made this: use that build.');
  await migrate(address, known);
}

/** The names of the migrations that the database has had, in order; none when it is empty. */
export async function appliedMigrations(address: DatabaseAddress): Promise<string[]> {
  const client = await connectOwner(address);
  try {
    return fromOne(await namesOf(client));
  } finally {
    await client.end();
  }
}

async function namesOf(database: Pick<pg.Client, 'query'>): Promise<string[]> {
  const { rows: found } = await database.query<{ is: boolean }>(
    `SELECT to_regclass('${SCHEMA}.kysely_migration') IS NOT NULL AS is`,
  );
  if (found[0]?.is !== true) return [];
  const { rows } = await database.query<{ name: string }>(`SELECT name FROM ${SCHEMA}.kysely_migration ORDER BY name`);
  return rows.map(({ name }) => name);
}

/**
 * All the steps that came before release 1.0 count as the one that they have become.
 * @throws Error with one sentence when some of them are missing
 */
function fromOne(names: readonly string[]): string[] {
  const later = names.filter((name) => !BEFORE_ONE.includes(name));
  const missing = BEFORE_ONE.filter((name) => !names.includes(name));
  if (missing.length === BEFORE_ONE.length) return later;
  if (missing.length > 0) {
    throw new Error(
      `This is the schema of a preview, from before ${missing[0]}. Start the last build of 0.1.0 with it once, then ` +
        'this build.',
    );
  }
  return [...new Set([...MIGRATIONS.slice(0, 1).map(({ name }) => name), ...later])];
}

type Step = (typeof MIGRATIONS)[number];

/** Older steps stay in the database's list: processes of the older build finish their work during an upgrade. */
function stepsFor(isOlder: boolean, migrations: readonly Step[]): [string, Migration][] {
  const run = ({ name, sql }: Step): [string, Migration] => [
    name,
    {
      async up(db) {
        for (const statement of statementsOf(sql)) await db.executeQuery(CompiledQuery.raw(statement));
      },
    },
  ];
  const isDone = (name: string): [string, Migration] => [name, { up: async () => {} }];
  if (!isOlder) return migrations.map(run);
  const [tables, ...later] = migrations;
  return [...[...BEFORE_ONE, ...(tables === undefined ? [] : [tables.name])].map(isDone), ...later.map(run)];
}

async function checkServerVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::int AS version`,
  );
  const version = rows[0]?.version ?? 0;
  if (version < SERVER_VERSION_MIN) {
    throw new Error(`PostgreSQL 15 or newer is needed; this server is version ${Math.trunc(version / 10_000)}.`);
  }
}

const ROLE_REFUSED =
  'its role may not make roles. Run once as a superuser, with the name of that role: ' +
  `CREATE ROLE ${SERVICE_ROLE} NOLOGIN; GRANT ${SERVICE_ROLE} TO "the role";`;

/**
 * Roles belong to the server: of two processes, or two databases, that start at once, the loser carries on.
 * @throws Error with the statements that an administrator runs, where the role may not make another
 */
async function createRoleAndSchema(pool: pg.Pool): Promise<void> {
  await pool.query(CREATE_ROLE_AND_SCHEMA).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : '';
    throw message.includes('permission denied to create role') ? new Error(ROLE_REFUSED, { cause: error }) : error;
  });
}

const CREATE_ROLE_AND_SCHEMA = `
    DO $$
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtext('svc.role'));
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${SERVICE_ROLE}') THEN
        BEGIN
          CREATE ROLE ${SERVICE_ROLE} NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN
          NULL;
        END;
      END IF;
      IF NOT pg_has_role(current_user, '${SERVICE_ROLE}', 'USAGE') THEN
        GRANT ${SERVICE_ROLE} TO CURRENT_USER;
      END IF;
      CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
      GRANT USAGE ON SCHEMA ${SCHEMA} TO ${SERVICE_ROLE};
    END $$`;

/** An older build on a newer database would misread the newer rows. */
function explained(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  if (message.includes('corrupted migrations')) {
    return new Error('The database was migrated by a newer build of the service. Start that build, or a newer one.');
  }
  return error instanceof Error ? error : new Error(message);
}
