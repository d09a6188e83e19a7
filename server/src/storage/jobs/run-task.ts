// SPDX-License-Identifier: Apache-2.0
/**
 * Runs a task once, unless another process runs it now or has run it within its period. Tasks of a single process
 * always run.
 */
import type pg from 'pg';
import { LEASE_MS, LeaseLost, takeLease } from './lease.ts';
import type { Task } from './task.ts';

export type TaskOutcome =
  | { kind: 'ran'; backlog: number | null }
  | {
      kind: 'passed';
      /** The rest of the lease of a run that is under way. */
      leasedMs: number | null;
    }
  | { kind: 'failed'; error: unknown };

/** @throws any error of PostgreSQL while the run is claimed or noted; the task's own error is the outcome */
export async function runTask(
  pool: pg.Pool,
  task: Task,
  signal: AbortSignal,
  leaseMs = LEASE_MS,
): Promise<TaskOutcome> {
  if (task.isOfEachProcess === true) return await attempt(task, signal);
  const lease = await takeLease(pool, task, signal, leaseMs);
  if (!('note' in lease)) return { kind: 'passed', ...lease };
  const outcome = await attempt(task, lease.signal).finally(lease.end);
  const noted = { succeeded: outcome.kind === 'ran', backlog: outcome.kind === 'ran' ? outcome.backlog : null };
  if (!lease.isLost()) {
    await lease.note(noted);
    return outcome;
  }
  // The lease is given back if it is still its own. Where the database is away, it has passed all the same.
  await lease.note({ ...noted, succeeded: false }).catch(() => undefined);
  return outcome.kind === 'failed' ? outcome : { kind: 'failed', error: new LeaseLost() };
}

async function attempt(task: Task, signal: AbortSignal): Promise<Exclude<TaskOutcome, { kind: 'passed' }>> {
  try {
    const left = await task.run(signal);
    return { kind: 'ran', backlog: typeof left === 'number' ? left : null };
  } catch (error) {
    return { kind: 'failed', error };
  }
}
