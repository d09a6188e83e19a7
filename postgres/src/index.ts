// SPDX-License-Identifier: Apache-2.0
/**
 * Runs a real PostgreSQL server under the service, on a Unix socket in the data directory. Owns the binaries, the
 * cluster on disk, the server's processes and the data directory's lock. It knows nothing of schemas, roles or pools:
 * it hands out one superuser connection and keeps a server behind it until stop(). When the service is killed the
 * server stays, idle. The next start on the same data directory adopts it, or stopOrphan() ends it. Ending by itself
 * would cost every restart a recovery.
 */
import { existsSync, realpathSync } from 'node:fs';
import { findPackage } from './binaries.ts';
import {
  type Cluster,
  clusterDirectoryIn,
  clusterName,
  passwordPathIn,
  prepareCluster,
  prepareDataDirectory,
} from './cluster.ts';
import {
  type ConnectionParts,
  connectionParts,
  connectionString,
  liveSocketDirectory,
  readServerVersion,
  socketDirectory,
} from './connection.ts';
import { STOP_WITHIN_MS } from './limits.ts';
import { type DataDirectoryLock, lockDataDirectory } from './lock.ts';
import type { Log } from './log.ts';
import { adoptPostmaster, killStrays, stopPostmaster } from './postmaster.ts';
import { readSecretFile } from './secret-file.ts';
import { SETTINGS, type Settings } from './settings.ts';
import { findPostmaster } from './start.ts';
import { type Crash, supervise } from './supervisor.ts';

export { DataDirectoryInUseError, EmbeddedPostgresError } from './errors.ts';
export type { Log } from './log.ts';
export { isRunning, processTable, signal } from './processes.ts';
export type { Crash } from './supervisor.ts';

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: Log;
  /** The server ended by itself; connections are lost until onRestart. */
  onCrash?: (crash: Crash) => void;
  onRestart?: () => void;
  /** Gives up a start that is under way, of which recovery after a crash may be a long one. stop() ends a server. */
  signal?: AbortSignal;
  /** Replaces single settings. */
  settings?: Settings;
  /** Replaces the waits before restarts, as the limits have them. For tests of what happens during a wait. */
  restartDelaysMs?: readonly number[];
}

export interface EmbeddedPostgres {
  connection: ConnectionParts;
  connectionString: string;
  serverVersion: string;
  /** True when the server had been left by a service process that was killed. */
  adopted: boolean;
  /** The value of the current server; another one after a crash. */
  pid(): number;
  /** Clean shutdown, forced when it takes longer. Leaves no process behind. May be called more than once. */
  stop(options?: { withinMs?: number }): Promise<void>;
}

/** Rejects with EmbeddedPostgresError, or with SecretFileError for the password file, a sentence for the operator. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const startedMs = performance.now();
  // Before anything is made on disk: on an unsupported platform the rest would fail with a worse sentence.
  findPackage(process.platform, process.arch);
  const dataDir = prepareDataDirectory(options.dataDir);
  const lock = await lockDataDirectory(dataDir);
  try {
    const cluster = await prepareCluster({
      dataDir,
      settings: { ...SETTINGS, ...options.settings },
      log: options.log,
      giveUp: options.signal,
    });
    const server = await run(cluster, options, lock);
    const { serverVersion, adopted } = server;
    const ms = Math.round(performance.now() - startedMs);
    options.log.info({ pid: server.pid(), serverVersion, adopted, ms }, 'embedded PostgreSQL is ready');
    return server;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function run(
  cluster: Cluster,
  options: EmbeddedPostgresOptions,
  lock: DataDirectoryLock,
): Promise<EmbeddedPostgres> {
  const socket = socketDirectory(cluster.directory);
  const connection = connectionParts(cluster, socket.host);
  const supervisor = await supervise(cluster, options).catch((error: unknown) => {
    socket.remove();
    throw error;
  });
  try {
    const serverVersion = await readServerVersion(connection);
    let stopped: Promise<void> | undefined;
    const stopAll = async (withinMs: number) => {
      try {
        await supervisor.stop(withinMs);
        socket.remove();
      } finally {
        await lock.release();
      }
    };
    return {
      connection,
      connectionString: connectionString(connection),
      serverVersion,
      adopted: supervisor.adopted,
      pid: supervisor.pid,
      stop: ({ withinMs = STOP_WITHIN_MS } = {}) => {
        stopped ??= stopAll(withinMs);
        return stopped;
      },
    };
  } catch (error) {
    await supervisor.stop(STOP_WITHIN_MS);
    socket.remove();
    throw error;
  }
}

export function hasCluster(dataDir: string): boolean {
  return existsSync(clusterDirectoryIn(dataDir));
}

/**
 * The connection of the server that runs on this data directory, whichever process started it. Null when none runs.
 * The caller neither starts nor keeps it: its own service may stop it at any time.
 */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  if (!hasCluster(dataDir)) return null;
  const path = realpathSync(dataDir);
  const directory = clusterDirectoryIn(path);
  const name = clusterName(directory);
  if (name === null || (await findPostmaster({ directory, name })) === null) return null;
  const host = liveSocketDirectory(directory);
  const password = readSecretFile(passwordPathIn(path));
  return host === null || password === null ? null : connectionString(connectionParts({ password }, host));
}

/**
 * Ends the server that a killed service left on this data directory; false when there was none. Rejects when a live
 * service holds the directory.
 */
export async function stopOrphan(dataDir: string, log: Log): Promise<boolean> {
  if (!existsSync(clusterDirectoryIn(dataDir))) return false;
  const path = prepareDataDirectory(dataDir);
  const lock = await lockDataDirectory(path);
  try {
    const directory = clusterDirectoryIn(path);
    const name = clusterName(directory);
    if (name === null) return false;
    const pid = await findPostmaster({ directory, name });
    if (pid === null) {
      await killStrays({ name, log }, 0);
      return false;
    }
    await stopPostmaster({ name, log }, adoptPostmaster({ name }, pid), STOP_WITHIN_MS);
    return true;
  } finally {
    await lock.release();
  }
}
