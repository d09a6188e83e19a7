/** The way of a command to the database: that of DATABASE_URL, the one that a service runs, or one of its own. */
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError, findRunningPostgres, hasCluster, startEmbeddedPostgres } from '@svc/postgres';
import type { Config } from '../config/index.ts';
import { createPool, type DatabaseAddress, loadMigrations } from '../db/index.ts';
import type { Logger } from '../logging/index.ts';
import { openDatabase } from '../service.ts';
import { hasKey, openVault, readSealedState, type Vault } from '../vault/index.ts';

export interface Reached {
  address: DatabaseAddress;
  stop(): Promise<void>;
}

/** A service that is starting answers by then. */
const STARTING_WAIT_MS_MAX = 20_000;
const STARTING_POLL_MS = 250;

/**
 * A database that a service runs is left running, and must have the schema of this build; any other is migrated. The
 * socket and the password of the embedded database are files that only its own user reads.
 * @throws Error with a sentence for the operator
 */
export async function reachDatabase(config: Config, log: Logger): Promise<Reached> {
  if (config.databaseUrl !== null) return await openDatabase(config, log);
  for (let waitedMs = 0; ; waitedMs += STARTING_POLL_MS) {
    const running = await findRunningPostgres(config.dataDir);
    if (running !== null) return await joinRunning(running);
    try {
      return await openDatabase(config, log);
    } catch (error) {
      // Between the lock and the server, a service is starting or stopping.
      if (!(error instanceof EmbeddedPostgresError) || waitedMs >= STARTING_WAIT_MS_MAX) throw error;
      if (!error.message.includes('in use')) throw error;
    }
    await delay(STARTING_POLL_MS);
  }
}

/**
 * The same for a command that takes the database as it is, of whatever build: nothing is migrated.
 * @throws Error with a sentence for the operator
 */
export async function reachUnchanged({ databaseUrl, dataDir }: Config, log: Logger): Promise<Reached> {
  const running = databaseUrl ?? (await findRunningPostgres(dataDir));
  if (running !== null) return { address: { connectionString: running }, stop: async () => {} };
  if (!hasCluster(dataDir)) throw new Error(`There is no database in ${dataDir} yet: start the service once.`);
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  return { address: postgres.connection, stop: () => postgres.stop() };
}

async function joinRunning(connectionString: string): Promise<Reached> {
  const address = { connectionString };
  const { checkSchema } = await loadMigrations();
  await checkSchema(address);
  return { address, stop: async () => {} };
}

/**
 * The vault of the service whose database this is.
 * @throws Error when the stored secrets are under a key that this command was not given
 */
export async function openServiceVault(config: Config, { address }: Reached): Promise<Vault> {
  const vault = hasKey(config) ? openVault(config) : null;
  const pool = createPool(address, 1);
  try {
    const { readable, unreadable } = await readSealedState(pool, vault);
    if (readable > 0 || unreadable === 0) return vault ?? openVault(config);
  } finally {
    await pool.end();
  }
  const missing = vault === null ? 'is not set, and the data folder holds no key: the one' : 'is not the one';
  throw new Error(
    `SVC_ENCRYPTION_KEY ${missing} under which the secrets of this database are stored. ` +
      'Run the command with the environment of the service.',
  );
}
