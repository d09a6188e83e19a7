// SPDX-License-Identifier: Apache-2.0
/** A connection that listens for notifications, and another one whenever it was lost. */
import type pg from 'pg';
import { holdConnection } from './hold-connection.ts';

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
  const held = holdConnection({
    pool,
    async take(connection) {
      connection.on('notification', ({ payload = '' }) => onMessage(payload));
      await connection.query(`LISTEN ${channel}`);
    },
    onHeld: onListening,
    againAfterMs: AGAIN_AFTER_MS,
  });
  return { isListening: held.isHeld, stop: held.stop };
}
