// SPDX-License-Identifier: Apache-2.0
/** The way of a command to the database: that of DATABASE_URL, of a running service, or of the data folder. */
import { setTimeout as delay } from 'node:timers/promises';
import { DataDirectoryInUseError, findRunningPostgres, hasCluster, startEmbeddedPostgres } from '@svc/postgres';
import { databaseUrls } from '../../platform/addresses/index.ts';
import type { Config } from '../../platform/config/index.ts';
import type { Logger } from '../../platform/logging/index.ts';
import { hasKey, openVault, type Vault } from '../../platform/vault/index.ts';
import { createPool, type DatabaseAddress } from '../../storage/connections/index.ts';
import { loadMigrations } from '../../storage/schema/index.ts';
import { readSealedState } from '../../storage/sealed/index.ts';
import { openDatabase } from '../prepare.ts';

export interface Reached {
  address: DatabaseAddress;
  stop(): Promise<void>;
}

/** One whose address is a text, for programs that take one. */
interface ReachedByUrl extends Reached {
  url: string;
}

interface Output {
  write(text: string): unknown;
}

/** A service that is starting answers by then. */
const STARTING_WAIT_MS_MAX = 20_000;
const STARTING_POLL_MS = 250;

/**
 * Says which database the command works on, without its password. It is the first line of each command.
 * @param output standard error where standard output is data
 */
export function nameDatabase({ databaseUrl, dataDir }: Config, output: Output): void {
  if (databaseUrl === null) {
    output.write(`Database: embedded, in ${dataDir}\n`);
    return;
  }
  const hosts = databaseUrls(databaseUrl).map((url) => new URL(url));
  const { username, pathname, searchParams } = hosts[0] as URL;
  const host = hosts.map((url) => url.host).join(', ');
  const name = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username);
  output.write(`Database: ${name} at ${searchParams.get('host') ?? (host || 'the local socket')}, of DATABASE_URL\n`);
}

/**
 * The database of a service, with the schema of this build. Nothing is made and nothing is migrated: a command that
 * acts on the wrong folder or server would report success there.
 * @param output where the database is named
 * @throws Error with a sentence for the operator
 */
export async function reachDatabase(config: Config, log: Logger, output: Output): Promise<Reached> {
  const reached = await reachUnchanged(config, log, output);
  const { checkSchema } = await loadMigrations();
  try {
    await checkSchema(reached.address);
  } catch (error) {
    await reached.stop();
    throw config.databaseUrl === null ? error : namingTheVariable(error);
  }
  return reached;
}

/**
 * The same for a command that takes the database as it is, of whatever build.
 * @throws Error with a sentence for the operator
 */
export async function reachUnchanged(config: Config, log: Logger, output: Output): Promise<ReachedByUrl> {
  nameDatabase(config, output);
  if (config.databaseUrl !== null) return reachedAt(config.databaseUrl);
  checkCluster(config);
  const { dataDir } = config;
  return await joinOrOpen(dataDir, async () => {
    const postgres = await startEmbeddedPostgres({ dataDir, log });
    return reachedAt(postgres.connectionString, () => postgres.stop());
  });
}

/**
 * The same for a command that makes things to try: it makes the database too, and migrates one that no service runs.
 * @throws Error with a sentence for the operator
 */
export async function reachOrMake(config: Config, log: Logger, output: Output): Promise<Reached> {
  nameDatabase(config, output);
  if (config.databaseUrl !== null) return await openDatabase(config, log);
  const reached = await joinOrOpen(config.dataDir, () => openDatabase(config, log));
  const { checkSchema } = await loadMigrations();
  await checkSchema(reached.address);
  return reached;
}

/** @throws Error with a sentence for the operator when the data folder holds no database */
export function checkCluster({ dataDir }: Config, orElse = ''): void {
  if (hasCluster(dataDir)) return;
  throw new Error(
    `There is no database in ${dataDir}. Give the command the environment of the service (SVC_DATA_DIR or ` +
      `DATABASE_URL), or start the service once.${orElse}`,
  );
}

/** @param stop nothing for a server that a service runs: it is left running */
function reachedAt(url: string, stop = async (): Promise<void> => {}): ReachedByUrl {
  return { address: { connectionString: url }, url, stop };
}

async function joinOrOpen<Opened extends Reached>(
  dataDir: string,
  open: () => Promise<Opened>,
): Promise<Opened | ReachedByUrl> {
  for (let waitedMs = 0; ; waitedMs += STARTING_POLL_MS) {
    const running = await findRunningPostgres(dataDir);
    if (running !== null) return reachedAt(running);
    try {
      return await open();
    } catch (error) {
      // Between the lock and the server, a service is starting or stopping.
      if (!(error instanceof DataDirectoryInUseError) || waitedMs >= STARTING_WAIT_MS_MAX) throw error;
    }
    await delay(STARTING_POLL_MS);
  }
}

function namingTheVariable(error: unknown): Error {
  const { message } = error as Error;
  return new Error(`DATABASE_URL: ${message}`, { cause: error });
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
