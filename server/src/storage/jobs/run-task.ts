// SPDX-License-Identifier: Apache-2.0
/**
 * Runs a task once, unless another process runs it now or has run it within its period. Tasks of a single process
 * always run.
 */
import type pg from 'pg';
import type { Task } from './task.ts';

export type TaskOutcome =
  | { kind: 'ran'; backlog: number | null }
  | { kind: 'passed' }
  | { kind: 'failed'; error: unknown };

/** @throws any error of PostgreSQL while the run is claimed or noted; the task's own error is the outcome */
export async function runTask(pool: pg.Pool, task: Task, signal: AbortSignal): Promise<TaskOutcome> {
  if (task.isOfEachProcess === true) return await attempt(task, signal);
  const client = await pool.connect();
  let isLocked = false;
  try {
    isLocked = await one(client, TRY_LOCK, [task.name]);
    if (!isLocked || !(await one(client, CLAIM, [task.name, (task.everyMs - EARLY_MS) / 1_000, pool.clock.now()]))) {
      return { kind: 'passed' };
    }
    const outcome = await attempt(task, signal);
    await client.query(NOTE, [
      task.name,
      outcome.kind === 'ran',
      outcome.kind === 'ran' ? outcome.backlog : null,
      pool.clock.now(),
    ]);
    return outcome;
  } finally {
    // The lock belongs to the connection: closing a connection that cannot unlock releases it.
    const isUnlocked = !isLocked || (await one(client, UNLOCK, [task.name]).catch(() => false));
    client.release(!isUnlocked);
  }
}

/** Timers sometimes fire a little early: a single process must not skip every second turn. */
const EARLY_MS = 50;

async function attempt(task: Task, signal: AbortSignal): Promise<TaskOutcome> {
  try {
    const left = await task.run(signal);
    return { kind: 'ran', backlog: typeof left === 'number' ? left : null };
  } catch (error) {
    return { kind: 'failed', error };
  }
}

async function one(client: pg.PoolClient, text: string, values: unknown[]): Promise<boolean> {
  const { rows } = await client.query<{ won: boolean }>(text, values);
  return rows[0]?.won === true;
}

/** Held outside any transaction, so that a long run keeps none open. It ends with the connection at the latest. */
const TRY_LOCK = `SELECT pg_try_advisory_lock(hashtext('svc.task'), hashtext($1)) AS won`;
const UNLOCK = `SELECT pg_advisory_unlock(hashtext('svc.task'), hashtext($1)) AS won`;

/** A start that lies more than a period ahead was noted by a clock that is wrong, and delays no run. */
const CLAIM = `
  INSERT INTO svc.task_runs AS t (name, started_at) VALUES ($1, $3::timestamptz)
  ON CONFLICT (name) DO UPDATE
    SET started_at = excluded.started_at, finished_at = NULL, succeeded = NULL, backlog = NULL
  WHERE t.started_at <= excluded.started_at - make_interval(secs => $2)
    OR t.started_at > excluded.started_at + make_interval(secs => $2)
  RETURNING true AS won`;

const NOTE = `
  UPDATE svc.task_runs SET finished_at = $4::timestamptz, succeeded = $2, backlog = $3 WHERE name = $1`;
