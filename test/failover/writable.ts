// SPDX-License-Identifier: Apache-2.0
/**
 * Follows whether anyone could write through the proxy: a new connection and a commit each time. The outage of the
 * service, less this one, is the service's own part.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { WRITE_EVERY_MS, WRITE_WITHIN_MS } from './limits.ts';

export interface WritableWatch {
  /** Moments at which a commit was confirmed. */
  momentsMs: readonly number[];
  stop(): Promise<void>;
}

export const WRITTEN_DATABASE = 'written';
export const WRITTEN_TABLE = 'CREATE TABLE written (at timestamptz DEFAULT now())';

/** @param addresses of the database; the first that takes the row is enough */
export function watchWritable(addresses: readonly string[]): WritableWatch {
  let isRunning = true;
  const momentsMs: number[] = [];
  const follow = async () => {
    while (isRunning) {
      const written = await Promise.all(addresses.map(write));
      if (written.includes(true)) momentsMs.push(performance.now());
      await delay(WRITE_EVERY_MS);
    }
  };
  const running = follow();
  return {
    momentsMs,
    async stop() {
      isRunning = false;
      await running;
    },
  };
}

async function write(connectionString: string): Promise<boolean> {
  const within = { connectionTimeoutMillis: WRITE_WITHIN_MS, query_timeout: WRITE_WITHIN_MS };
  const client = new pg.Client({ connectionString, ...within });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('INSERT INTO written DEFAULT VALUES');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
