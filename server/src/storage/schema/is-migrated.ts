// SPDX-License-Identifier: Apache-2.0
/** Whether a database has the schema of this build. */
import type pg from 'pg';
import { MIGRATIONS } from './migrations/index.ts';

const NAMES = MIGRATIONS.map(({ name }) => name);

/** True also for a newer schema: processes of the older build finish their work during an upgrade. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ ran: number }>(
    'SELECT count(*)::int AS ran FROM svc.kysely_migration WHERE name = ANY($1)',
    [NAMES],
  );
  return rows[0]?.ran === NAMES.length;
}
