// SPDX-License-Identifier: Apache-2.0
/** The chain of the steps of one session: the hash of each entry covers the one before it. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Access } from '../../organization/callers/index.ts';
import { inTransaction } from '../../storage/db/index.ts';

/**
 * Adds a step to the session of a key. Steps of one session that arrive at once follow each other, on all processes.
 * @param entry canonical JSON. @returns the new head, lower-case hex
 */
export async function addToSession(
  pool: pg.Pool,
  { organizationId, apiKeyId }: Access,
  session: string,
  entry: string,
): Promise<string> {
  const id = createHash('sha256').update(`${apiKeyId}\0${session}`).digest();
  const values = [organizationId, id, Buffer.from(entry), pool.clock.now()];
  const [row] = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query<{ head: string }>(ADD, values),
  );
  if (row === undefined) throw new Error('the chain of a session answered nothing');
  return row.head;
}

/** The row lock of the upsert orders the steps. */
const ADD = `
  INSERT INTO svc.acs_sessions AS s (organization_id, session, head, last_at)
  VALUES ($1, $2, sha256($3::bytea), $4)
  ON CONFLICT (organization_id, session) DO UPDATE SET
    head = sha256($3::bytea || s.head), last_at = GREATEST(s.last_at, excluded.last_at)
  RETURNING encode(s.head, 'hex') AS head`;
