/** Tells the workers of every process that endpoints have deliveries to send, and listens for that. */
import type pg from 'pg';
import type { Transaction } from '../db/index.ts';
import { LISTEN_AGAIN_MS, NOTIFIED_ENDPOINTS_MAX } from './limits.ts';

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

export interface Listener {
  stop(): void;
}

/**
 * Keeps one connection of the pool listening. While it has none, the periodic look of each worker finds everything.
 * @param onWork called with the endpoints that have deliveries; null for any
 */
export function listenForWork(pool: pg.Pool, onWork: (endpointIds: readonly string[] | null) => void): Listener {
  let isStopped = false;
  let client: pg.PoolClient | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const connection = await pool.connect();
    if (isStopped) return connection.release();
    client = connection;
    connection.on('notification', ({ payload = ANY }) => onWork(payload === ANY ? null : payload.split(',')));
    connection.once('end', () => {
      client = null;
      connection.release(true);
      again();
    });
    await connection.query(`LISTEN ${CHANNEL}`);
    // Earlier messages were missed: looking finds their deliveries.
    onWork(null);
  }

  function again(): void {
    if (!isStopped) timer = setTimeout(attempt, LISTEN_AGAIN_MS);
  }

  function attempt(): void {
    connect().catch(() => {
      // A connection that cannot listen is ended, which brings it back here.
      if (client === null) again();
      else void (client as unknown as pg.Client).end().catch(() => {});
    });
  }

  attempt();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      const connection = client;
      client = null;
      connection?.removeAllListeners('end');
      connection?.release(true);
    },
  };
}
