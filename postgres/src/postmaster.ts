// SPDX-License-Identifier: Apache-2.0

import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Cluster, INHERITED_DIRECTORY, POSTGRES_ENVIRONMENT } from './cluster.ts';
import { codeOf } from './errors.ts';
import { ADOPTED_POLL_MS, KILL_WITHIN_MS, STOP_FAST_SHARE, STOP_IMMEDIATE_SHARE, STOP_POLL_MS } from './limits.ts';
import { openLogFile } from './log-file.ts';
import { isPostmasterOf, isRunning, processesOfCluster, processTable, signal } from './processes.ts';
import { settingArguments } from './settings.ts';

/** A running server's first process: our child, or one that a dead service left and we adopted. */
export interface Postmaster {
  pid: number;
  adopted: boolean;
  /** Resolves, never rejects, with how it ended. */
  ended: Promise<string>;
  hasEnded(): boolean;
}

/** Enough of a cluster to find its processes. */
type Identity = Pick<Cluster, 'name' | 'log'>;

export function postmasterCommand(cluster: Cluster): { file: string; options: string[] } {
  const directory = cluster.account === null ? cluster.directory : INHERITED_DIRECTORY;
  const options = ['-D', directory, '-c', `cluster_name=${cluster.name}`, ...settingArguments(cluster.settings)];
  return { file: cluster.binaries.postgres, options };
}

/** In a session of its own, so that Ctrl-C in a terminal reaches the service and not the database under it. */
export function spawnPostmaster(cluster: Cluster): Postmaster {
  const { file, options } = postmasterCommand(cluster);
  const log = openLogFile(cluster.dataDir);
  const directory = openSync(cluster.directory, 'r');
  try {
    const child = spawn(file, options, {
      ...cluster.account,
      cwd: '/',
      env: POSTGRES_ENVIRONMENT,
      detached: true,
      stdio: ['ignore', log, log, ...(cluster.account === null ? [] : [directory])],
    });
    child.unref();
    // Without a pid nothing runs that a signal could be meant for.
    let end: string | null = child.pid === undefined ? 'not started' : null;
    const ended = new Promise<string>((resolve) => {
      const finish = (how: string) => {
        end ??= how;
        resolve(end);
      };
      child.on('error', (error) => finish(`not started (${codeOf(error)})`));
      child.once('exit', (code, name) => finish(name ?? `exit code ${code}`));
    });
    return { pid: child.pid ?? 0, adopted: false, ended, hasEnded: () => end !== null };
  } finally {
    closeSync(directory);
    closeSync(log);
  }
}

export function adoptPostmaster(cluster: Pick<Cluster, 'name'>, pid: number): Postmaster {
  let end: string | null = null;
  const watch = async () => {
    // The look at the name recognizes an unreaped zombie, whose pid still answers to signals.
    const isNamed = async () => isPostmasterOf(await processTable.commandLine(pid), cluster.name);
    while (isRunning(pid) && (!processTable.isCheap || (await isNamed()))) {
      await delay(ADOPTED_POLL_MS, undefined, { ref: false });
    }
    end = 'ended';
    return end;
  };
  return { pid, adopted: true, ended: watch(), hasEnded: () => end !== null || !isRunning(pid) };
}

/**
 * SIGINT asks for a clean shutdown that disconnects clients. SIGQUIT leaves the clean-up to the next start's recovery,
 * which loses nothing that was committed. SIGKILL comes last. The waits share the time given.
 */
export async function stopPostmaster(cluster: Identity, postmaster: Postmaster, withinMs: number): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', withinMs * STOP_FAST_SHARE],
    ['SIGQUIT', withinMs * STOP_IMMEDIATE_SHARE],
    ['SIGKILL', KILL_WITHIN_MS],
  ];
  for (const [name, waitMs] of steps) {
    if (postmaster.hasEnded()) break;
    if (name !== 'SIGINT')
      cluster.log.warn({ pid: postmaster.pid, signal: name }, 'embedded PostgreSQL is slow to stop');
    signal(postmaster.pid, name);
    await endedWithin(postmaster, waitMs);
  }
  await killStrays(cluster, 0);
}

async function endedWithin(postmaster: Postmaster, waitMs: number): Promise<boolean> {
  const deadlineMs = performance.now() + waitMs;
  while (!postmaster.hasEnded() && performance.now() < deadlineMs) await delay(STOP_POLL_MS);
  return postmaster.hasEnded();
}

/** Backends that outlived their postmaster hold its shared memory, and no new server starts beside them. */
export async function killStrays(cluster: Identity, graceMs: number): Promise<void> {
  const deadlineMs = performance.now() + graceMs;
  let strays = await processesOfCluster(cluster.name);
  while (strays.length > 0 && performance.now() < deadlineMs) {
    await delay(STOP_POLL_MS);
    strays = await processesOfCluster(cluster.name);
  }
  if (strays.length === 0) return;
  cluster.log.warn({ processes: strays.length }, 'ending PostgreSQL processes that outlived their server');
  const killDeadlineMs = performance.now() + KILL_WITHIN_MS;
  while (strays.length > 0 && performance.now() < killDeadlineMs) {
    for (const pid of strays) signal(pid, 'SIGKILL');
    await delay(STOP_POLL_MS);
    strays = await processesOfCluster(cluster.name);
  }
}
