// SPDX-License-Identifier: Apache-2.0
/**
 * Tells a direct connection, a pooler that keeps a session for each connection, and one that does not. The service
 * needs sessions: prepared statements, its role, LISTEN and locks live in them.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { DatabaseAddress } from './hosts.ts';
import { connectPlain } from './pool.ts';

const MEND =
  'Connect directly, or set pool_mode = session for this database in the pooler: see "Poolers" in ' +
  'docs/operating/high-availability.md.';

/** PgBouncer refuses a transaction in statement mode with this code, protocol_violation. */
const NO_TRANSACTIONS_CODE = '08P01';

/** A pooler gives sessions to many connections in turn. */
export class NoSessionError extends Error {
  override readonly name = 'NoSessionError';
  /** The pooler with its mode, as a sentence without a stop. */
  readonly what: string;
  readonly mend = MEND;

  constructor(what: string) {
    super(`${what}. ${MEND}`);
    this.what = what;
  }
}

/**
 * Two connections are looked at: while one holds a transaction open, the other must find again what it has set.
 * @returns whether a pooler stands between, in session mode
 * @throws NoSessionError, or the error of connecting
 */
export async function checkSessions(address: DatabaseAddress): Promise<{ isPooled: boolean }> {
  const clients: pg.Client[] = [];
  try {
    const one = await connectPlain(address);
    clients.push(one);
    const other = await connectPlain(address);
    clients.push(other);
    const mark = randomUUID();
    const { rows: before } = await one.query<Seen>(SET, [mark]);
    await other.query('BEGIN').catch((error: Error & { code?: unknown }) => {
      if (error.code !== NO_TRANSACTIONS_CODE) throw error;
      throw new NoSessionError('PgBouncer in statement mode is at this address: it keeps no session');
    });
    await other.query('SELECT 1');
    const { rows: after } = await one.query<Seen>(SEE);
    await other.query('ROLLBACK');
    const [set, seen] = [before[0], after[0]];
    if (set === undefined || seen?.mark !== mark || seen.pid !== set.pid) {
      throw new NoSessionError('a pooler in transaction mode is at this address: it keeps no session');
    }
    // A pooler tells each client a number of its own.
    return { isPooled: (one as unknown as { processID: number | null }).processID !== set.pid };
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

interface Seen {
  mark: string | null;
  pid: number;
}

const SET = `SELECT set_config('svc.session', $1, false) AS mark, pg_backend_pid() AS pid`;
const SEE = `SELECT current_setting('svc.session', true) AS mark, pg_backend_pid() AS pid`;
