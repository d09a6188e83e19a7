// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a migration is cut between its statements, and inside none of them. */
import { expect, it } from 'vitest';
import { MIGRATIONS } from './migrations/index.ts';
import { statementsOf } from './one-by-one.ts';

it.each([
  ['', []],
  [' ; ;', []],
  ['SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
  [`SELECT ';', 'it''s; $$', ";" ; SELECT 2`, [`SELECT ';', 'it''s; $$', ";"`, 'SELECT 2']],
  ['SELECT 1 -- a; b\n, 2;', ['SELECT 1 \n, 2']],
  ['DO $$ a; $1; b $$; DO $x$ $$; $x$', ['DO $$ a; $1; b $$', 'DO $x$ $$; $x$']],
  ['SELECT 3 - $1; SELECT -1', ['SELECT 3 - $1', 'SELECT -1']],
])('cuts %j', (sql, statements) => {
  expect(statementsOf(sql)).toEqual(statements);
});

it.each(MIGRATIONS)('leaves each statement of $name whole', ({ sql }) => {
  const statements = statementsOf(sql);
  expect(statements.length).toBeGreaterThan(0);
  for (const text of statements)
    expect(text).toMatch(/^(ALTER|COMMENT|CREATE|DELETE|DO|DROP|GRANT|INSERT|REVOKE|UPDATE|WITH)\b/);
});
