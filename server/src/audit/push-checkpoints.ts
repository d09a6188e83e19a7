/**
 * Pushes signed checkpoints to an address of the organization, so that each has a copy out of the operator's reach.
 * Each arrives at least once and in order, and one organization never has two pushes at the same time.
 */
import type pg from 'pg';
import { inTransaction } from '../db/index.ts';
import { type Egress, EgressFault } from '../egress/index.ts';

/** Organizations that are pushed concurrently. */
const PUSHES_AT_ONCE_MAX = 16;
/** Pushes for one organization before others have their turn. */
const CHECKPOINTS_PER_TURN_MAX = 50;
const TIMEOUT_MS = 10_000;
/** The time for which a claim excludes other workers: longer than a turn whose every push takes its whole time. */
const LEASE_SECONDS = (CHECKPOINTS_PER_TURN_MAX * TIMEOUT_MS) / 1_000 + 60;
/** The answer's body is not used. */
const ANSWER_BYTES_MAX = 1_024;

/** Waits after one, two and more failures in a row. The last one repeats, since no checkpoint may be left out. */
const RETRY_AFTER_SECONDS = [5, 30, 120, 600, 1_800, 3_600] as const;
const JITTER = 0.2;

interface PushLog {
  warn(fields: object, message: string): void;
}

export interface CheckpointPushes {
  /** Pushes all due checkpoints. @param signal ends calls under way; their checkpoints are pushed again later */
  pushDue(signal: AbortSignal): Promise<void>;
}

export function createCheckpointPushes(pool: pg.Pool, egress: Egress, log: PushLog): CheckpointPushes {
  /** @returns null on arrival, else the logged reason, which never holds the address */
  async function push(url: string, note: string, signal: AbortSignal): Promise<string | null> {
    try {
      const { status } = await egress.request({
        method: 'POST',
        url,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: note,
        timeoutMs: TIMEOUT_MS,
        bodyBytesMax: ANSWER_BYTES_MAX,
        // A checkpoint is public and needs no protection.
        carriesCredential: false,
        signal,
      });
      return status >= 200 && status < 300 ? null : `status ${status}`;
    } catch (error) {
      if (error instanceof EgressFault) return error.code;
      throw error;
    }
  }

  async function takeTurn({ organizationId, attempts }: Claim, signal: AbortSignal): Promise<void> {
    for (let count = 0; count < CHECKPOINTS_PER_TURN_MAX && !signal.aborted; count += 1) {
      const next = await selectNext(pool, organizationId);
      if (next === null) return await deleteDone(pool, organizationId);
      const failure = await push(next.url, next.note, signal);
      if (signal.aborted) break;
      if (failure !== null) {
        log.warn({ organizationId, failure, attempts: attempts + 1 }, 'a checkpoint could not be pushed');
        return await notePushFailed(pool, organizationId, attempts);
      }
      await notePushed(pool, organizationId, next.size);
    }
    await giveBack(pool, organizationId);
  }

  return {
    async pushDue(signal) {
      while (!signal.aborted) {
        const claims = await claimDue(pool);
        await Promise.all(claims.map((claim) => takeTurn(claim, signal)));
        if (claims.length < PUSHES_AT_ONCE_MAX) return;
      }
    },
  };
}

interface Claim {
  organizationId: string;
  /** Failures in a row before this push. */
  attempts: number;
}

async function claimDue(pool: pg.Pool): Promise<Claim[]> {
  const { rows } = await pool.query<{ organization_id: string; attempts: number }>(CLAIM, [
    PUSHES_AT_ONCE_MAX,
    LEASE_SECONDS,
  ]);
  return rows.map((row) => ({ organizationId: row.organization_id, attempts: row.attempts }));
}

/** The clock is the database's. Rows that another worker is claiming are skipped. */
const CLAIM = `
  UPDATE svc.checkpoint_outbox SET due_at = clock_timestamp() + make_interval(secs => $2)
  WHERE organization_id IN (
    SELECT organization_id FROM svc.checkpoint_outbox WHERE due_at <= clock_timestamp()
    ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  RETURNING organization_id, attempts`;

interface NextCheckpoint extends Record<string, unknown> {
  url: string;
  size: number;
  note: string;
}

/** Null when all have arrived, or the organization wants no more. */
async function selectNext(pool: pg.Pool, organizationId: string): Promise<NextCheckpoint | null> {
  const rows = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query<NextCheckpoint>(SELECT_NEXT, [organizationId]),
  );
  return rows[0] ?? null;
}

const SELECT_NEXT = `
  SELECT g.checkpoint_url AS url, c.size, c.note
  FROM svc.checkpoint_outbox o
    JOIN svc.organizations g ON g.organization_id = o.organization_id AND g.checkpoint_url IS NOT NULL
    JOIN svc.audit_checkpoints c ON c.organization_id = o.organization_id AND c.size > o.pushed_size
  WHERE o.organization_id = $1
  ORDER BY c.size LIMIT 1`;

async function notePushed(pool: pg.Pool, organizationId: string, size: number): Promise<void> {
  await pool.query(PUSHED, [organizationId, size]);
}

const PUSHED = `
  UPDATE svc.checkpoint_outbox SET pushed_size = $2, attempts = 0 WHERE organization_id = $1 AND pushed_size < $2`;

async function notePushFailed(pool: pg.Pool, organizationId: string, attempts: number): Promise<void> {
  const step = Math.min(attempts, RETRY_AFTER_SECONDS.length - 1);
  const seconds = (RETRY_AFTER_SECONDS[step] ?? 0) * (1 + JITTER * Math.random());
  await pool.query(FAILED, [organizationId, seconds]);
}

const FAILED = `
  UPDATE svc.checkpoint_outbox
  SET attempts = attempts + 1, due_at = clock_timestamp() + make_interval(secs => $2)
  WHERE organization_id = $1`;

async function deleteDone(pool: pg.Pool, organizationId: string): Promise<void> {
  const deleted = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query(DELETE_DONE, [organizationId]),
  );
  if (deleted.length === 0) await giveBack(pool, organizationId);
}

/** A concurrent signature raises `last_size` under the lock of the same row: then the row stays, and is due at once. */
const DELETE_DONE = `
  DELETE FROM svc.checkpoint_outbox o
  WHERE o.organization_id = $1 AND (o.pushed_size >= o.last_size OR NOT EXISTS (
    SELECT FROM svc.organizations g WHERE g.organization_id = o.organization_id AND g.checkpoint_url IS NOT NULL
  ))
  RETURNING o.organization_id`;

async function giveBack(pool: pg.Pool, organizationId: string): Promise<void> {
  await pool.query(GIVE_BACK, [organizationId]);
}

const GIVE_BACK = 'UPDATE svc.checkpoint_outbox SET due_at = clock_timestamp() WHERE organization_id = $1';
