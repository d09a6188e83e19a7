// SPDX-License-Identifier: Apache-2.0
/** A connection that listens for notifications, and another one whenever it was lost. */
import type pg from 'pg';

const AGAIN_AFTER_MS = 1_000;

export interface Listening {
  /** One of its connections listens as long as the listener lives. */
  pool: pg.Pool;
  channel: string;
  onMessage(payload: string): void;
  /** Called each time that it begins: earlier messages were missed. */
  onListening(): void;
}

export interface Listener {
  /** True while a connection listens. */
  isListening(): boolean;
  /** Gives the connection back, for good. */
  stop(): void;
}

export function listen({ pool, channel, onMessage, onListening }: Listening): Listener {
  let isStopped = false;
  let isListening = false;
  let client: pg.PoolClient | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function attempt(): Promise<void> {
    const connection = await pool.connect();
    if (isStopped) return connection.release(true);
    client = connection;
    connection.on('notification', ({ payload = '' }) => onMessage(payload));
    connection.once('end', () => lost(connection));
    try {
      await connection.query(`LISTEN ${channel}`);
      // It was stopped, or has broken, meanwhile.
      if (client !== connection) return;
      isListening = true;
      onListening();
    } catch {
      lost(connection);
    }
  }

  /** A connection that breaks tells it twice, by its end and by its statement: only the first counts. */
  function lost(connection: pg.PoolClient): void {
    if (client !== connection) return;
    client = null;
    isListening = false;
    connection.release(true);
    again();
  }

  function again(): void {
    if (!isStopped) timer = setTimeout(begin, AGAIN_AFTER_MS);
  }

  function begin(): void {
    attempt().catch(again);
  }

  begin();
  return {
    isListening: () => isListening,
    stop() {
      isStopped = true;
      isListening = false;
      clearTimeout(timer);
      const connection = client;
      client = null;
      connection?.release(true);
    },
  };
}
