// SPDX-License-Identifier: Apache-2.0
/** Statements that reach rows of any organization in tables whose policies allow that, such as outboxes. */
import type pg from 'pg';
import { inTransaction, type Transaction, visibleAcross } from './transaction.ts';

/** Lets a whole session of the owner reach what single statements of the service may: for backups and look-ups. */
export const SEE_ACROSS = `
  SELECT set_config('svc.across', string_agg(DISTINCT c.relname, ','), false)
  FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid WHERE p.polname LIKE 'across%'`;

/**
 * Runs one constant statement that reaches rows of any organization in these tables. In all others, and in every other
 * statement, a transaction sees its own organizations only. All of it travels in one burst.
 * @param on a pool gives the statement a transaction of its own
 * @param tables names without a schema
 */
export async function queryAcross<Row extends pg.QueryResultRow = pg.QueryResultRow>(
  on: Transaction | pg.Pool,
  tables: readonly string[],
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  if ('connect' in on) return await inTransaction(on, [], (own) => own.query<Row>(text, values), 'write', tables);
  const [, rows] = await Promise.all([
    on.queryOnce(visibleAcross(tables), []),
    on.query<Row>(text, values),
    on.queryOnce(visibleAcross([]), []),
  ]);
  return rows;
}
