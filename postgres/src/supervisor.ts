// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { codeOf, EmbeddedPostgresError } from './errors.ts';
import { HEALTHY_AFTER_MS, LOG_CHECK_EVERY_MS, RESTART_DELAYS_MS, STRAY_GRACE_MS } from './limits.ts';
import { boundLogFile } from './log-file.ts';
import { killStrays, type Postmaster, stopPostmaster } from './postmaster.ts';
import { startOrAdopt } from './start.ts';

export interface Crash {
  reason: string;
  /** 1 for the first crash after a healthy time. */
  inARow: number;
}

export interface Supervisor {
  pid(): number;
  adopted: boolean;
  stop(withinMs: number): Promise<void>;
}

export interface SupervisorOptions {
  /** Gives up the first start. */
  signal?: AbortSignal | undefined;
  onCrash?: ((crash: Crash) => void) | undefined;
  onRestart?: (() => void) | undefined;
  /** The waits before restart 1, 2, 3, …; the last one repeats. */
  restartDelaysMs?: readonly number[] | undefined;
}

/** Starts the server and keeps one running until stop(). A stop wins over a restart that is under way. */
export async function supervise(cluster: Cluster, options: SupervisorOptions): Promise<Supervisor> {
  const stopping = new AbortController();
  const giveUp = () => stopping.abort(new EmbeddedPostgresError('The start of the embedded PostgreSQL was given up.'));
  if (options.signal?.aborted) giveUp();
  options.signal?.addEventListener('abort', giveUp);
  let current = await startOrAdopt(cluster, stopping.signal).finally(() => {
    options.signal?.removeEventListener('abort', giveUp);
  });
  const adopted = current.adopted;
  const logTimer = setInterval(() => keepLogBounded(cluster), LOG_CHECK_EVERY_MS).unref();

  const watching = watch(cluster, current, options, stopping.signal, (next) => {
    current = next;
  });
  return {
    pid: () => current.pid,
    adopted,
    stop: async (withinMs) => {
      stopping.abort(new EmbeddedPostgresError('The embedded PostgreSQL is being stopped.'));
      clearInterval(logTimer);
      if (!current.hasEnded()) await stopPostmaster(cluster, current, withinMs);
      await watching;
      // A restart may have produced a server between the abort and now; it is the current one then.
      await stopPostmaster(cluster, current, withinMs);
    },
  };
}

/** Resolves when stopping. There is no last attempt: a full disk may be emptied after hours, each wait is bounded. */
async function watch(
  cluster: Cluster,
  first: Postmaster,
  hooks: SupervisorOptions,
  stopping: AbortSignal,
  onServer: (postmaster: Postmaster) => void,
): Promise<void> {
  let current = first;
  let startedMs = performance.now();
  let inARow = 0;
  while (!stopping.aborted) {
    const reason = await current.ended;
    if (stopping.aborted) return;
    inARow = performance.now() - startedMs > HEALTHY_AFTER_MS ? 1 : inARow + 1;
    cluster.log.error({ reason, inARow }, 'embedded PostgreSQL ended unexpectedly; restarting it');
    notify(cluster, () => hooks.onCrash?.({ reason, inARow }));
    const restarted = await restart(cluster, inARow, hooks.restartDelaysMs ?? RESTART_DELAYS_MS, stopping);
    if (restarted === null) return;
    current = restarted;
    onServer(current);
    startedMs = performance.now();
    cluster.log.info({ pid: current.pid }, 'embedded PostgreSQL is back');
    notify(cluster, () => hooks.onRestart?.());
  }
}

async function restart(
  cluster: Cluster,
  inARow: number,
  delaysMs: readonly number[],
  stopping: AbortSignal,
): Promise<Postmaster | null> {
  for (let attempt = inARow; !stopping.aborted; attempt++) {
    const waitMs = delaysMs[Math.min(attempt, delaysMs.length) - 1] ?? 0;
    await delay(waitMs, undefined, { signal: stopping, ref: false }).catch(() => undefined);
    if (stopping.aborted) return null;
    try {
      await killStrays(cluster, STRAY_GRACE_MS);
      return await startOrAdopt(cluster, stopping);
    } catch (error) {
      if (stopping.aborted) return null;
      const reason = error instanceof EmbeddedPostgresError ? error.message : 'unexpected error';
      cluster.log.error({ attempt, reason, err: error }, 'embedded PostgreSQL could not be restarted');
    }
  }
  return null;
}

/** Failing to (a full disk) must not end the service; the next check tries again. */
function keepLogBounded(cluster: Cluster): void {
  try {
    boundLogFile(cluster.dataDir);
  } catch (error) {
    cluster.log.warn({ code: codeOf(error) }, "the embedded PostgreSQL's log file could not be shortened");
  }
}

/** A hook that throws must not end the watch over the database. */
function notify(cluster: Cluster, hook: () => void): void {
  try {
    hook();
  } catch (error) {
    cluster.log.error({ err: error }, 'a hook of the embedded PostgreSQL failed');
  }
}
