// SPDX-License-Identifier: Apache-2.0
/** Whether a database takes changes and has the schema of this build. */
import type pg from 'pg';
import { READS_ONLY, ReadsOnlyError } from '../connections/index.ts';
import { MIGRATIONS } from './migrations/index.ts';

const NAMES = MIGRATIONS.map(({ name }) => name);

/**
 * True also for a newer schema: processes of the older build finish their work during an upgrade.
 * @throws ReadsOnlyError, or any error of PostgreSQL
 */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ ran: number; readsOnly: boolean }>(
    `SELECT count(*)::int AS ran, ${READS_ONLY} AS "readsOnly" FROM svc.kysely_migration WHERE name = ANY($1)`,
    [NAMES],
  );
  if (rows[0]?.readsOnly !== false) throw new ReadsOnlyError('the server takes no changes any more');
  return rows[0].ran === NAMES.length;
}
