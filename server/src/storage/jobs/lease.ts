// SPDX-License-Identifier: Apache-2.0
/**
 * The lease of a periodic task, in its row. Taking, prolonging and passing go by the clock of the database. A holder
 * measures by its own clock from before each request, so that its run ends no later than its lease.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Task } from './task.ts';

/** A process that died or stands still loses its task after this. */
export const LEASE_MS = 5_000;
/** Two requests may fail before the lease has passed. */
const PROLONGED_EVERY_SHARE = 0.3;
/** Timers sometimes fire a little early: a single process must not skip every second turn. */
const EARLY_MS = 50;

/** The run was not prolonged in time, and another process may have the task. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

export interface Lease {
  /** Ends with the stop of the process, and with the lease. */
  signal: AbortSignal;
  isLost(): boolean;
  /** Prolongs it no more. */
  end(): void;
  /** Writes the outcome into the row and gives the lease back. Does nothing when another process has it. */
  note(outcome: { succeeded: boolean; backlog: number | null }): Promise<void>;
}

/** Another process runs the task, or has run it within its period. */
interface Passed {
  /** The rest of the lease of a run that is under way; null when there is none. */
  leasedMs: number | null;
}

/** @param stopping ends the process @throws any error of PostgreSQL */
export async function takeLease(
  pool: pg.Pool,
  { name, everyMs, goesOn = false }: Pick<Task, 'name' | 'everyMs' | 'goesOn'>,
  stopping: AbortSignal,
  leaseMs: number,
): Promise<Lease | Passed> {
  const id = randomUUID();
  const sentMs = performance.now();
  const values = [name, (everyMs - EARLY_MS) / 1_000, pool.clock.now(), id, leaseMs / 1_000, goesOn];
  const { rows } = await pool.query<{ won: boolean; leasedMs: number | null }>(TAKE, values);
  const leasedMs = rows[0]?.leasedMs ?? null;
  if (rows[0]?.won !== true) return { leasedMs: leasedMs !== null && leasedMs > 0 ? leasedMs : null };

  const ending = new AbortController();
  let hasEnded = false;
  let isLost = false;
  const abort = () => ending.abort();
  const lose = () => {
    isLost = true;
    end();
    abort();
  };
  let endMs = sentMs + leaseMs;
  let passing = setTimeout(lose, endMs - performance.now());
  const prolonging = setInterval(() => void prolong(), leaseMs * PROLONGED_EVERY_SHARE);

  async function prolong(): Promise<void> {
    const untilMs = performance.now() + leaseMs;
    // One that fails is followed by others, until the lease has passed.
    const answer = await pool.query(PROLONG, [name, id, leaseMs / 1_000]).catch(() => null);
    if (hasEnded || answer === null) return;
    if (answer.rowCount === 0) return lose();
    endMs = Math.max(endMs, untilMs);
    clearTimeout(passing);
    passing = setTimeout(lose, endMs - performance.now());
  }

  function end(): void {
    hasEnded = true;
    clearTimeout(passing);
    clearInterval(prolonging);
    stopping.removeEventListener('abort', abort);
  }

  stopping.addEventListener('abort', abort);
  if (stopping.aborted) abort();
  return {
    signal: ending.signal,
    isLost: () => isLost,
    end,
    async note({ succeeded, backlog }) {
      await pool.query(NOTE, [name, id, succeeded, backlog, pool.clock.now()]);
    },
  };
}

/**
 * A start that lies more than a period ahead was noted by a clock that is wrong, and delays no run. A rest
 * that can be done at once is taken by any process. The last line sees the row as it was before.
 */
const TAKE = `
  WITH taken AS (
    INSERT INTO svc.task_runs AS t (name, started_at, lease_id, lease_until)
    VALUES ($1, $3::timestamptz, $4::uuid, clock_timestamp() + make_interval(secs => $5))
    ON CONFLICT (name) DO UPDATE
      SET started_at = excluded.started_at, finished_at = NULL, succeeded = NULL, backlog = NULL,
        lease_id = excluded.lease_id, lease_until = excluded.lease_until
    WHERE (t.lease_until IS NULL OR t.lease_until <= clock_timestamp())
      AND (t.started_at <= excluded.started_at - make_interval(secs => $2)
        OR t.started_at > excluded.started_at + make_interval(secs => $2)
        OR ($6 AND t.backlog > 0))
    RETURNING 1
  )
  SELECT EXISTS (SELECT FROM taken) AS won,
    (SELECT 1000 * extract(epoch FROM lease_until - clock_timestamp())::float8
     FROM svc.task_runs WHERE name = $1) AS "leasedMs"`;

const PROLONG = `
  UPDATE svc.task_runs SET lease_until = clock_timestamp() + make_interval(secs => $3)
  WHERE name = $1 AND lease_id = $2`;

const NOTE = `
  UPDATE svc.task_runs
  SET finished_at = $5::timestamptz, succeeded = $3, backlog = $4, lease_id = NULL, lease_until = NULL
  WHERE name = $1 AND lease_id = $2`;
