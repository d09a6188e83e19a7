// SPDX-License-Identifier: Apache-2.0
/**
 * Holds a connection for what lives in it: a listener, an advisory lock. A server can vanish without a word, so a beat
 * asks whether it is still there and takes changes. Whenever the connection is lost, another one takes its place.
 */
import type pg from 'pg';
import { checkWritable } from '../connections/index.ts';

const BEAT_EVERY_MS = 5_000;
/** One beat may be late, or wait for its answer. */
const FRESH_FOR_MS = 2 * BEAT_EVERY_MS;

export interface Holding {
  /** One of its connections is held as long as this lives. */
  pool: pg.Pool;
  /** Takes what is held, on each new connection. */
  take(client: pg.PoolClient): Promise<void>;
  /** Called each time that it is held anew. */
  onHeld?(): void;
  /** Milliseconds from a loss, or a failed attempt, to the next attempt. */
  againAfterMs: number;
}

export interface Held {
  /** True while it is held, and the server has shown within two beats that it takes changes. */
  isHeld(): boolean;
  /** Resolves while it is held; takes it where need be. @throws the error of the attempt */
  ready(): Promise<void>;
  /** Gives the connection back, for good. */
  stop(): void;
}

export function holdConnection({ pool, take, onHeld, againAfterMs }: Holding): Held {
  let isStopped = false;
  let client: pg.PoolClient | null = null;
  let beatenAtMs = Number.NEGATIVE_INFINITY;
  let attempt: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const isFresh = () => performance.now() - beatenAtMs < FRESH_FOR_MS;
  const isHeld = () => client !== null && attempt === null && isFresh();

  function hold(): Promise<void> {
    attempt ??= (client === null ? connect() : beat(client))
      .finally(() => {
        attempt = null;
      })
      .finally(next);
    return attempt;
  }

  async function connect(): Promise<void> {
    const connection = await pool.connect();
    if (isStopped) return connection.release(true);
    client = connection;
    // A connection that breaks tells it twice, by its end and by its query: only the first counts.
    connection.once('end', () => {
      if (lose(connection)) next();
    });
    try {
      await take(connection);
      await beat(connection);
      // Not for one that has broken meanwhile.
      if (client === connection) onHeld?.();
    } catch (error) {
      lose(connection);
      throw error;
    }
  }

  async function beat(connection: pg.PoolClient): Promise<void> {
    try {
      await checkWritable(connection);
      beatenAtMs = performance.now();
    } catch (error) {
      lose(connection);
      throw error;
    }
  }

  function lose(connection: pg.PoolClient): boolean {
    if (client !== connection) return false;
    client = null;
    connection.release(true);
    return true;
  }

  /** A beat, or another attempt. */
  function next(): void {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(() => void hold().catch(() => undefined), client === null ? againAfterMs : BEAT_EVERY_MS);
  }

  hold().catch(() => undefined);
  return {
    isHeld,
    async ready() {
      if (!isHeld()) await hold();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      if (client !== null) lose(client);
    },
  };
}
