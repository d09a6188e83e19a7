// SPDX-License-Identifier: Apache-2.0
/** One database that the files of a worker use one after another: to empty it takes less than to clone it anew. */
import { createTestDatabase, type TestDatabase } from '../postgres/index.ts';
import { readRows } from './rows.ts';
import { clocks } from './start.ts';

let opened: Promise<TestDatabase> | undefined;

/** The database of this worker, with tables and no rows. The file or case before has ended its connections. */
export async function openEmptyDatabase(): Promise<TestDatabase> {
  opened ??= createTestDatabase();
  const database = { ...(await opened), drop: async () => {} };
  clocks.delete(database.name);
  const written = await readRows<{ name: string }>(database, WRITTEN, [database.isSpread === true]);
  await readRows(database, written.map(({ name }) => `DELETE FROM ${name}`).join(';'));
  return database;
}

/** Tables that have pages, on this server or on another: those first that nothing with pages refers to. */
const WRITTEN = `
  WITH RECURSIVE written AS (
    SELECT oid FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'svc'::regnamespace AND ($1 OR pg_relation_size(oid) > 0)
      AND relname NOT LIKE 'kysely%'
  ), depths AS (
    SELECT oid, 0 AS depth FROM written
    UNION
    SELECT c.confrelid, depth + 1 FROM depths d JOIN pg_constraint c ON c.conrelid = d.oid AND c.contype = 'f'
    WHERE c.confrelid <> c.conrelid
  )
  SELECT oid::regclass::text AS name FROM depths JOIN written USING (oid) GROUP BY oid ORDER BY max(depth)`;
