// SPDX-License-Identifier: Apache-2.0
/**
 * Shows any process that this one lives, and which encryption keys it has, by advisory locks. PostgreSQL releases them
 * with their connection, however the process ends.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { createPool, type DatabaseAddress } from '../../storage/connections/index.ts';
import { holdConnection, type Transaction } from '../../storage/db/index.ts';

/** An arbitrary number, the same in every process, that sets these locks apart from others. */
const LOCK_CLASS = 1_937_138_535;
const LOCK_IDS = 2 ** 31 - 1;
/** Locks of the ids of keys, which many processes share: every key that a process has, and the one that it seals by. */
const KEY_CLASSES = { has: 1_937_138_536, seals: 1_937_138_537 } as const;
const RECONNECT_AFTER_MS = 250;

export interface Presence {
  /** The id stored with each call that this process forwards. */
  id: number;
  /**
   * @param attempts to take the lock; one by default
   * @throws ApiError 503 while the lock is not available: then no call may be forwarded
   */
  ready(attempts?: number): Promise<void>;
  /** Whether other processes see it now. */
  isShown(): boolean;
  close(): Promise<void>;
}

/** @param keyIds public ids of the encryption keys, the one that seals first */
export function createPresence(address: DatabaseAddress, keyIds: readonly string[]): Presence {
  const id = randomInt(1, LOCK_IDS);
  const pool = createPool(address, 1);
  const ids = keyIds.map((one) => numberOf(one) | 0);
  // Calls may be under way when the connection is lost, so the lock is taken again unasked.
  const held = holdConnection({
    pool,
    async take(connection) {
      await connection.query(TAKE_KEYS, [KEY_CLASSES.has, ids]);
      await connection.query(TAKE_KEYS, [KEY_CLASSES.seals, ids.slice(0, 1)]);
      const { rows } = await connection.query<{ won: boolean }>(TAKE, [LOCK_CLASS, id]);
      if (rows[0]?.won !== true) throw new Error('the lock of this process is held elsewhere');
    },
    againAfterMs: RECONNECT_AFTER_MS,
  });
  return {
    id,
    async ready(attempts = 1) {
      for (let left = attempts - 1; ; left -= 1) {
        try {
          return await held.ready();
        } catch (error) {
          if (left <= 0) throw new ApiError('unavailable', { cause: error });
          await delay(RECONNECT_AFTER_MS);
        }
      }
    },
    isShown: held.isHeld,
    async close() {
      held.stop();
      await pool.end();
    },
  };
}

/** Eight hexadecimal digits. */
const numberOf = (keyId: string): number => Number.parseInt(keyId, 16);

const TAKE_KEYS = `SELECT pg_advisory_lock_shared($1, one) FROM unnest($2::int[]) AS one`;

const TAKE = `SELECT pg_try_advisory_lock($1, $2) AS won`;

/**
 * The processes that live. A lost connection leaves a moment without the lock, so callers that miss one look again
 * before they conclude. A statement of its own: locks are of the server that processes connect to, and rows of calls
 * may lie on another.
 */
export async function livingProcesses(transaction: Transaction): Promise<number[]> {
  const rows = await transaction.query<{ id: number }>(SELECT_LIVING);
  return rows.map(({ id }) => id);
}

const SELECT_LIVING = `
  SELECT l.objid::bigint::integer AS id FROM pg_locks l
  WHERE l.locktype = 'advisory' AND l.classid::bigint = ${LOCK_CLASS} AND l.objsubid = 2 AND l.granted
    AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())`;

/**
 * Counts the living processes that do not have a key, or do not seal by it. A lost connection hides a process for a
 * moment.
 */
export async function countProcessesWithout(
  pool: pg.Pool,
  keyId: string,
  use: keyof typeof KEY_CLASSES,
): Promise<number> {
  const values = [LOCK_CLASS, KEY_CLASSES[use], numberOf(keyId)];
  const { rows } = await pool.query<{ count: number }>(COUNT_WITHOUT, values);
  return rows[0]?.count ?? 0;
}

/** One look at the locks, since each mention of the view takes another. */
const COUNT_WITHOUT = `
  WITH held AS MATERIALIZED (
    SELECT pid, classid::bigint AS class, objid::bigint AS id FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 2 AND granted
      AND database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
  )
  SELECT count(*)::int AS count FROM held one
  WHERE one.class = $1::bigint
    AND NOT EXISTS (SELECT FROM held k WHERE k.pid = one.pid AND k.class = $2::bigint AND k.id = $3::bigint)`;
