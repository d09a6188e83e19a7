// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { codeOf, EmbeddedPostgresError } from './errors.ts';
import { FAULTS_TOLD_MAX, HEALTHY_AFTER_MS, LOG_CHECK_EVERY_MS, RESTART_DELAYS_MS, STRAY_GRACE_MS } from './limits.ts';
import type { Log } from './log.ts';
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
    if (isTold(inARow)) {
      cluster.log.error({ reason, inARow }, 'embedded PostgreSQL ended unexpectedly; restarting it');
    }
    notify(cluster, () => hooks.onCrash?.({ reason, inARow }));
    const restarted = await restart(cluster, inARow, hooks.restartDelaysMs ?? RESTART_DELAYS_MS, stopping);
    if (restarted === null) return;
    current = restarted.postmaster;
    onServer(current);
    startedMs = performance.now();
    const { failures } = restarted;
    if (isTold(inARow)) cluster.log.info({ pid: current.pid, failures }, 'embedded PostgreSQL is back');
    notify(cluster, () => hooks.onRestart?.());
  }
}

/** Crashes in a row are told ever more seldom: the log stays readable over a night of them. */
function isTold(inARow: number): boolean {
  return Number.isInteger(Math.log2(inARow));
}

/** A fault that keeps it from starting is told once, and at the end the number of failures. */
async function restart(
  cluster: Cluster,
  inARow: number,
  delaysMs: readonly number[],
  stopping: AbortSignal,
): Promise<{ postmaster: Postmaster; failures: number } | null> {
  const told = new Set<string>();
  let failures = 0;
  for (let attempt = inARow; !stopping.aborted; attempt++) {
    const waitMs = delaysMs[Math.min(attempt, delaysMs.length) - 1] ?? 0;
    await delay(waitMs, undefined, { signal: stopping, ref: false }).catch(() => undefined);
    if (stopping.aborted) return null;
    try {
      await killStrays(cluster, STRAY_GRACE_MS);
      const place = failures === 0 ? cluster : { ...cluster, log: SILENT };
      return { postmaster: await startOrAdopt(place, stopping), failures };
    } catch (error) {
      if (stopping.aborted) return null;
      failures += 1;
      const reason = error instanceof EmbeddedPostgresError ? error.message : `unexpected error: ${codeOf(error)}`;
      if (told.has(reason) || told.size >= FAULTS_TOLD_MAX) continue;
      told.add(reason);
      cluster.log.error({ attempt, reason, err: error }, 'embedded PostgreSQL could not be restarted');
    }
  }
  return null;
}

/** The log of every attempt after a failed one. */
const SILENT: Log = { info: () => {}, warn: () => {}, error: () => {} };

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
