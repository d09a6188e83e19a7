// SPDX-License-Identifier: Apache-2.0
/**
 * Makes what all processes of a service share, before the first of them: the database and the role that they sign in
 * as. A provisioning file is applied then.
 */
import { availableParallelism } from 'node:os';
import { startEmbeddedPostgres } from '@svc/postgres';
import { type Config, DATABASE_CONNECTIONS } from '../platform/config/index.ts';
import type { Logger } from '../platform/logging/index.ts';
import type { Vault } from '../platform/vault/index.ts';
import type { DatabaseAddress } from '../storage/connections/index.ts';
import { createWaiting } from './waiting.ts';

/** The part of the ten seconds of a stop. */
const POSTGRES_STOP_WITHIN_MS = 4_000;

export interface Database {
  address: DatabaseAddress;
  stop(): Promise<void>;
}

/** The embedded PostgreSQL, or the one of DATABASE_URL; migrated. */
export async function openDatabase(config: Config, logger: Logger, signal?: AbortSignal): Promise<Database> {
  if (config.databaseUrl === null) return await openEmbedded(config, logger, signal);
  const address = { connectionString: config.databaseUrl };
  try {
    await checkedSessions(address, logger);
    const { migrate } = await loadMigrate();
    await migrate(address);
    await sayWhatLeaves(config, address);
  } catch (error) {
    throw namingTheVariable(error);
  }
  return { address, stop: async () => {} };
}

/** Audit entries leave their table only where the owner of the tables has said so. */
async function sayWhatLeaves(config: Config, address: DatabaseAddress): Promise<void> {
  const { loadArchiving } = await import('../storage/schema/index.ts');
  const { noteArchiving } = await loadArchiving();
  await noteArchiving(address, config.auditArchive === null ? null : config.auditArchiveAfterDays);
}

/** The code stays: it tells a fault that passes. */
function namingTheVariable(error: unknown): Error {
  const { message, code } = error as Error & { code?: unknown };
  return Object.assign(new Error(`DATABASE_URL: ${message}`, { cause: error }), code !== undefined && { code });
}

async function checkedSessions(address: DatabaseAddress, logger: Logger): Promise<void> {
  const { checkSessions } = await import('../storage/connections/index.ts');
  const { isPooled } = await checkSessions(address);
  if (isPooled) logger.info('a pooler in session mode is before the database');
}

async function openEmbedded(config: Config, logger: Logger, signal?: AbortSignal): Promise<Database> {
  const { dataDir } = config;
  const settings = { max_connections: String(EMBEDDED_CONNECTIONS + processesOf(config) * DATABASE_CONNECTIONS.max) };
  const start = { dataDir, log: logger, settings, ...(signal !== undefined && { signal }) };
  const [postgres, { migrate }] = await Promise.all([
    startEmbeddedPostgres(start).catch((error: Error) => {
      throw signal?.aborted === true ? error : new Error(`SVC_DATA_DIR: ${error.message}`, { cause: error });
    }),
    loadMigrate(),
  ]);
  try {
    signal?.throwIfAborted();
    await migrate(postgres.connection);
    await sayWhatLeaves(config, postgres.connection);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { address: postgres.connection, stop: () => postgres.stop({ withinMs: POSTGRES_STOP_WITHIN_MS }) };
}

/** For commands beside the service, and for a new process before the old one has ended. */
const EMBEDDED_CONNECTIONS = 30;

/** One processor is left to PostgreSQL and everything else. */
export function processesOf({ processes }: Pick<Config, 'processes'>): number {
  return processes ?? Math.max(availableParallelism() - 1, 1);
}

/**
 * The step between the migration and the first answer: provisioning.
 * @returns the organizations whose calls may reach this machine
 */
export type Prepare = (database: Database, vault: Vault) => Promise<ReadonlySet<string>>;

/** All that processes of one service share: made once, before the first of them. */
export interface Prepared {
  database: Database;
  /** Where the service signs in. */
  address: DatabaseAddress;
  processes: number;
  /** Connections of each process. */
  databaseConnections: number;
  loopbackFor: ReadonlySet<string>;
  /** Ends the answers of a start that waited for its database. */
  endWaiting(): Promise<void>;
}

/** @param signal gives up a running start @throws Error with a message for the operator */
export async function prepareService(
  config: Config,
  logger: Logger,
  prepare: Prepare,
  signal?: AbortSignal,
): Promise<Prepared> {
  const waiting = createWaiting({ ...config, logger, signal });
  try {
    const [database, { openVault }] = await Promise.all([
      config.databaseUrl === null
        ? openDatabase(config, logger, signal)
        : waiting.for(() => openDatabase(config, logger)),
      import('../platform/vault/index.ts'),
    ]);
    try {
      // A start that is given up ends before its next step: each may take long on a busy machine.
      signal?.throwIfAborted();
      // This follows the database: the embedded one makes the data folder, which keeps a generated key.
      const vault = openVault(config);
      const address = await serviceAddress(database, vault, logger);
      // A pooler may have a mode for each role.
      if (config.databaseUrl !== null) await checkedSessions(address, logger);
      const { processes, forEach: databaseConnections, fault } = await roomOf(config, database.address);
      if (fault !== null) logger.warn(`${fault.says}. ${fault.mend}`);
      signal?.throwIfAborted();
      const loopbackFor = await prepare({ ...database, address }, vault);
      signal?.throwIfAborted();
      return { database, address, processes, databaseConnections, loopbackFor, endWaiting: waiting.end };
    } catch (error) {
      await database.stop();
      throw error;
    }
  } catch (error) {
    await waiting.end();
    throw error;
  }
}

/** Without a number of processes, as many as find room at the server. */
export async function roomOf(config: Config, address: DatabaseAddress) {
  const { roomForConnections } = await (await import('../storage/schema/index.ts')).loadRoom();
  return await roomForConnections(address, {
    processes: processesOf(config),
    isFixed: config.processes !== null,
    connections: config.databaseConnections,
    bounds: DATABASE_CONNECTIONS,
  });
}

/** Every connection of the running service signs in there. That of the owner is the last resort, and a warning. */
async function serviceAddress({ address }: Database, vault: Vault, logger: Logger): Promise<DatabaseAddress> {
  const [{ loadSignIn }, { signInSecrets }] = await Promise.all([
    import('../storage/schema/index.ts'),
    import('../platform/vault/index.ts'),
  ]);
  const { signIn } = await loadSignIn();
  const signedIn = await signIn(address, signInSecrets(vault));
  if (signedIn.fault !== null) logger.warn({ fault: signedIn.fault }, OWNER_SIGN_IN);
  return signedIn.address;
}

const OWNER_SIGN_IN =
  'the service signs in to the database as the owner of the tables, since it may not make a role of its own: ' +
  'see svc-server doctor';

/** The migrations are loaded while PostgreSQL starts. */
async function loadMigrate() {
  const schema = await import('../storage/schema/index.ts');
  return await schema.loadMigrations();
}
