// SPDX-License-Identifier: Apache-2.0
/** Tells the workers of every process that endpoints have deliveries to send, and listens for that. */
import type pg from 'pg';
import { type Listener, listen, type Transaction } from '../../storage/db/index.ts';
import { NOTIFIED_ENDPOINTS_MAX } from './limits.ts';

const CHANNEL = 'svc_webhooks';
/** Replaces ids that are too many for one message: the receiver looks for itself. */
const ANY = '*';

/** Heard when the transaction commits, and never when it does not. */
export async function notifyWorkers(transaction: Transaction, endpointIds: readonly string[]): Promise<void> {
  await transaction.query(NOTIFY, [CHANNEL, payloadOf(endpointIds)]);
}

/** Sent outside any transaction that others wait for, because commits with a notification run one after another. */
export async function notifyOthers(pool: pg.Pool, endpointIds: readonly string[]): Promise<void> {
  await pool.query(NOTIFY, [CHANNEL, payloadOf(endpointIds)]);
}

const NOTIFY = 'SELECT pg_notify($1, $2)';

function payloadOf(endpointIds: readonly string[]): string {
  return endpointIds.length > NOTIFIED_ENDPOINTS_MAX ? ANY : [...new Set(endpointIds)].join(',');
}

/**
 * Keeps one connection of the pool listening. While it has none, the periodic look of each worker finds everything.
 * @param onWork called with the endpoints that have deliveries; null for any
 */
export function listenForWork(pool: pg.Pool, onWork: (endpointIds: readonly string[] | null) => void): Listener {
  return listen({
    pool,
    channel: CHANNEL,
    onMessage: (payload) => onWork(payload === '' || payload === ANY ? null : payload.split(',')),
    // Earlier messages were missed: looking finds their deliveries.
    onListening: () => onWork(null),
  });
}
