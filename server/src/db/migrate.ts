/** Brings a database to the schema of this build. Forward only, one process at a time, each step in a transaction. */
import { CompiledQuery, Kysely, type Migration, Migrator, PostgresDialect } from 'kysely';
import pg from 'pg';
import { MIGRATIONS } from './migrations/index.ts';
import { type DatabaseAddress, ownerClientConfig, SCHEMA, SERVICE_ROLE } from './pool.ts';

const SERVER_VERSION_MIN = 150_000;

/**
 * Creates the service role and the schema when they are missing, then runs the pending migrations.
 * @param migrations all that this build knows; tests pass fewer on purpose
 * @throws Error with one sentence when the server is too old, the role lacks a right, or the schema is newer
 */
export async function migrate(address: DatabaseAddress, migrations = MIGRATIONS): Promise<void> {
  const config = ownerClientConfig(address);
  const pool = new pg.Pool({ ...config, max: 1, pipeline: false } as pg.PoolConfig);
  pool.on('error', () => {});
  const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await checkServerVersion(pool);
    await createRoleAndSchema(pool);
    const migrator = new Migrator({
      db: database,
      migrationTableSchema: SCHEMA,
      provider: { getMigrations: async () => Object.fromEntries(migrations.map(toMigration)) },
    });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw explained(error);
  } finally {
    await database.destroy();
  }
}

function toMigration({ name, sql }: { name: string; sql: string }): [string, Migration] {
  return [name, { up: async (db) => void (await db.executeQuery(CompiledQuery.raw(sql))) }];
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

/** Roles belong to the server: of two processes, or two databases, that start at once, the loser carries on. */
async function createRoleAndSchema(pool: pg.Pool): Promise<void> {
  await pool.query(`
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
    END $$`);
}

/** An older build on a newer database would misread the newer rows. */
function explained(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  if (message.includes('corrupted migrations')) {
    return new Error('The database was migrated by a newer build of the service. Start that build, or a newer one.');
  }
  return error instanceof Error ? error : new Error(message);
}
