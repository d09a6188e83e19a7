// SPDX-License-Identifier: Apache-2.0
/** A connection that stays open between calls: a new one for each costs more than most statements. */
import pg from 'pg';
import { PROGRAM_WITHIN_MS } from '../../run/time-outs.ts';

interface Kept {
  connectionString: string;
  opening: Promise<pg.Client>;
}

/**
 * Keeps the connection that was asked for last. Its statements wait for one another.
 * @returns a function that gives it; for another address it gives another, and ends the one before
 */
export function keepConnection(): (connectionString: string) => Promise<pg.Client> {
  let kept: Kept | null = null;
  const forget = (one: Kept) => {
    if (kept === one) kept = null;
  };
  return async (connectionString) => {
    if (kept?.connectionString === connectionString) return await kept.opening;
    const before = kept;
    const one: Kept = { connectionString, opening: connect(connectionString, () => forget(one)) };
    kept = one;
    one.opening.catch(() => forget(one));
    void before?.opening.then((client) => client.end()).catch(() => undefined);
    return await one.opening;
  };
}

/** The end of a database, or of its server, ends the connection: the next caller opens another. */
async function connect(connectionString: string, onEnd: () => void): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PROGRAM_WITHIN_MS });
  client.on('error', onEnd);
  client.on('end', onEnd);
  await client.connect();
  return client;
}
