// SPDX-License-Identifier: Apache-2.0

import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';
import * as limits from './limits.ts';
import { lastLogLine } from './log-file.ts';
import {
  adoptPostmaster,
  killStrays,
  type Postmaster,
  postmasterCommand,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { lockFilesIn, readPostmasterFile } from './postmaster-file.ts';
import { isPostmasterOf, isRunning, processesOfCluster, processTable } from './processes.ts';

/**
 * A server that accepts connections: the one that a dead service left, when its settings are ours, else a new one. The
 * caller holds the data directory's lock, so no other process starts or stops servers here meanwhile.
 */
export async function startOrAdopt(cluster: Cluster, stopping: AbortSignal): Promise<Postmaster> {
  let reason = '';
  for (let attempt = 1; attempt <= limits.START_ATTEMPTS_MAX; attempt++) {
    const left = await findPostmaster(cluster);
    if (left !== null) {
      const adopted = await adoptIfSame(cluster, left, stopping);
      if (adopted !== null) return adopted;
    }
    // A backend of a server that died holds its memory, and a postmaster that is not in the file yet would win.
    if (attempt > 1) await killStrays(cluster, limits.STRAY_GRACE_MS);
    await dropStaleLockFiles(cluster);
    stopping.throwIfAborted();
    const started = spawnPostmaster(cluster);
    const outcome = await waitUntilReady(cluster, started, stopping);
    if (outcome === 'ready') return started;
    reason = `${await started.ended}: ${lastLogLine(cluster.dataDir)}`;
    cluster.log.warn({ attempt, reason }, 'embedded PostgreSQL did not start');
  }
  throw new EmbeddedPostgresError(`The embedded PostgreSQL in ${cluster.directory} does not start (${reason}).`);
}

/** The live server of this very directory, whichever process started it. */
export async function findPostmaster(cluster: Pick<Cluster, 'directory' | 'name'>): Promise<number | null> {
  const file = readPostmasterFile(cluster.directory);
  const isOurs = async (pid: number) => isPostmasterOf(await processTable.commandLine(pid), cluster.name);
  return file !== null && isRunning(file.pid) && (await isOurs(file.pid)) ? file.pid : null;
}

/**
 * PostgreSQL refuses to start beside an empty lock file, which a power cut leaves. It also refuses beside one with a
 * live pid, even when that is another process by now, or an unreaped one. Where the pid is dead it checks further, so
 * that file stays.
 */
async function dropStaleLockFiles(cluster: Cluster): Promise<void> {
  const stale = lockFilesIn(cluster.directory).filter(({ pid }) => pid === null || isRunning(pid));
  if (stale.length === 0 || (await processesOfCluster(cluster.name)).length > 0) return;
  for (const { path } of stale) rmSync(path, { force: true });
}

/** Null when it ended, or was ended because another version or other settings are wanted now. */
async function adoptIfSame(cluster: Cluster, pid: number, stopping: AbortSignal): Promise<Postmaster | null> {
  const postmaster = adoptPostmaster(cluster, pid);
  const outcome = await waitUntilReady(cluster, postmaster, stopping);
  if (outcome === 'ended') return null;
  const { file, options } = postmasterCommand(cluster);
  if ((await processTable.commandLine(pid)) === [file, ...options].join(' ').trimEnd()) {
    cluster.log.info({ pid }, 'adopted the PostgreSQL server that an earlier service process left');
    return postmaster;
  }
  cluster.log.info({ pid }, 'replacing the PostgreSQL server that an earlier service process left');
  await stopPostmaster(cluster, postmaster, limits.STOP_WITHIN_MS);
  return null;
}

/** A server that is stopping is waited for until it ended. When a wait is given up, the server is made to end. */
async function waitUntilReady(
  cluster: Cluster,
  postmaster: Postmaster,
  stopping: AbortSignal,
): Promise<'ready' | 'ended'> {
  const startedMs = performance.now();
  let reportMs = startedMs + limits.READY_REPORT_EVERY_MS;
  while (!postmaster.hasEnded()) {
    const file = readPostmasterFile(cluster.directory);
    if (file?.pid === postmaster.pid && file.status === 'ready') return 'ready';
    const nowMs = performance.now();
    if (file?.status === 'stopping' && nowMs - startedMs > limits.STOPPING_WITHIN_MS) {
      await stopPostmaster(cluster, postmaster, limits.STOP_WITHIN_MS);
      return 'ended';
    }
    if (stopping.aborted || nowMs - startedMs > limits.READY_WITHIN_MS) {
      await stopPostmaster(cluster, postmaster, limits.STOP_WITHIN_MS);
      stopping.throwIfAborted();
      throw new EmbeddedPostgresError(
        `The embedded PostgreSQL in ${cluster.directory} was not ready within ${limits.READY_WITHIN_MS / 1_000} s.`,
      );
    }
    if (nowMs > reportMs) {
      reportMs = nowMs + limits.READY_REPORT_EVERY_MS;
      cluster.log.info({ pid: postmaster.pid, status: file?.status }, 'waiting for the embedded PostgreSQL');
    }
    await delay(limits.READY_POLL_MS);
  }
  return 'ended';
}
