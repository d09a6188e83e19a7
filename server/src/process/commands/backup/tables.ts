// SPDX-License-Identifier: Apache-2.0
/** The tables of the service as the database has them: names, columns, and which must be filled first. */
import type pg from 'pg';

export interface Table {
  readonly table: string;
  readonly columns: readonly string[];
  /** Whether row-level security binds the owner too. */
  readonly isForced: boolean;
  /** Tables to which its foreign keys lead. */
  readonly needs: readonly string[];
}

/** Migrations write their own tables. Generated columns are computed when a row comes back. */
const SELECT_TABLES = `
  SELECT c.relname AS table, c.relforcerowsecurity AS "isForced",
    array_agg(a.attname::text ORDER BY a.attnum) AS columns,
    ARRAY(SELECT DISTINCT r.relname::text FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid
      WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS needs
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'svc'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname NOT LIKE 'kysely%'
    AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  GROUP BY c.oid, c.relname, c.relforcerowsecurity
  ORDER BY c.relname`;

/** In the order in which they can be filled: a table stands after those that it needs. */
export async function selectTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(SELECT_TABLES);
  const waiting = [...rows];
  const inOrder: Table[] = [];
  while (waiting.length > 0) {
    const placed = new Set(inOrder.map(({ table }) => table));
    const next = waiting.findIndex(({ needs }) => needs.every((name) => placed.has(name)));
    if (next < 0) throw new Error('Foreign keys of the database lead in a circle.');
    inOrder.push(...waiting.splice(next, 1));
  }
  return inOrder;
}
