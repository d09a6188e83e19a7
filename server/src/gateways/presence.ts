/**
 * Shows any process that this one lives, by an advisory lock. PostgreSQL releases the lock with its connection, however
 * the process ends.
 */
import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { createPool, type DatabaseAddress } from '../db/index.ts';
import { ApiError } from '../errors/index.ts';

/** An arbitrary number, the same in every process, that sets these locks apart from others. */
const LOCK_CLASS = 1_937_138_535;
const LOCK_IDS = 2 ** 31 - 1;
const RECONNECT_AFTER_MS = 250;

export interface Presence {
  /** The id stored with each call that this process forwards. */
  id: number;
  /** @throws ApiError 503 while the lock is not available: then no call may be forwarded */
  ready(): Promise<void>;
  close(): Promise<void>;
}

export function createPresence(address: DatabaseAddress): Presence {
  const id = randomInt(1, LOCK_IDS);
  const pool = createPool(address, 1);
  let holding: Promise<void> | null = null;
  let client: pg.PoolClient | null = null;
  let isClosed = false;

  /** Calls may be under way when the connection is lost, so the lock is taken again unasked. */
  function lost(): void {
    if (client === null) return;
    client.release(true);
    client = null;
    holding = null;
    const again = () => {
      if (isClosed || holding !== null) return;
      hold().catch(() => setTimeout(again, RECONNECT_AFTER_MS).unref());
    };
    again();
  }

  async function take(): Promise<void> {
    const connection = await pool.connect();
    try {
      const { rows } = await connection.query<{ won: boolean }>(TAKE, [LOCK_CLASS, id]);
      if (rows[0]?.won !== true || isClosed) throw new Error('the lock of this process is held elsewhere');
    } catch (error) {
      connection.release(true);
      throw error;
    }
    client = connection;
    connection.once('end', lost);
  }

  function hold(): Promise<void> {
    holding ??= take().catch((error: unknown) => {
      holding = null;
      throw new ApiError('unavailable', { cause: error });
    });
    return holding;
  }

  return {
    id,
    ready: hold,
    async close() {
      isClosed = true;
      await holding?.catch(() => undefined);
      client?.release(true);
      client = null;
      await pool.end();
    },
  };
}

const TAKE = `SELECT pg_try_advisory_lock($1, $2) AS won`;

/**
 * Tells whether the process stored with a call lives. A lost connection leaves a moment without the lock, so callers
 * that find it free check again before they conclude.
 * @param column column of the process
 */
export const livesCondition = (column: string): string => `EXISTS (
    SELECT FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.classid::bigint = ${LOCK_CLASS} AND l.objid::bigint = ${column}::bigint
      AND l.objsubid = 2 AND l.granted
      AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
  )`;
