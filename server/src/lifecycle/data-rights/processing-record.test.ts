// SPDX-License-Identifier: Apache-2.0
/** Guarantee: every table that can hold something about a person stands in the record of processing. */
import { expect, it } from 'vitest';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readRows } from '#harness/service/rows.ts';
import { PROCESSING_RECORD } from './processing-record.ts';

/** Columns that name a person, reach one, or hold what one wrote. */
const PERSONAL = '^(account_id|.*email.*|network|.*_by|actor_id|note|reason|chat_user|message|done_recipient_ids)$';
/** Columns with such a name that hold nothing about a person. */
const NOT_PERSONAL = [
  'api_keys.replaced_by',
  'audit_checkpoint_heads.note',
  'audit_checkpoints.note',
  'sso_domains.verified_by',
];

it('names the tables with personal data, and no others', async () => {
  const database = await openEmptyDatabase();
  const columns = await readRows<{ table: string; column: string }>(
    database,
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'svc' AND column_name ~ $1 ORDER BY 1`,
    [PERSONAL],
  );
  const found = columns.filter(({ table, column }) => !NOT_PERSONAL.includes(`${table}.${column}`));
  const tables = [...new Set(found.map(({ table }) => table))];
  const named = PROCESSING_RECORD.flatMap((row) => row.tables);
  expect(tables.filter((table) => !named.includes(table))).toEqual([]);
  const all = await readRows<{ name: string }>(
    database,
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'svc'`,
  );
  expect(named.filter((table) => !all.some(({ name }) => name === table))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});
