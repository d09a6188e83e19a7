// SPDX-License-Identifier: Apache-2.0
/** Each table has one home: its rows are inserted in one file, where its columns and defaults are known. */
import { expect, it } from 'vitest';
import { readRepositoryFile, typeScriptFiles } from './source-files.ts';

const ROWS_MADE = /INSERT\s+INTO\s+svc\.(\w+)|\bkindOf<[^(]*\(\{[^{}]*\btable: 'svc\.(\w+)'/gi;

it('inserts the rows of each table in one file', () => {
  const homes = new Map<string, Set<string>>();
  for (const file of typeScriptFiles()) {
    if (!/^server\/src\/(?!storage\/schema\/(migrations|tables)\/)(?!.*\.test\.ts$)/.test(file)) continue;
    // The table of a kind of records is named in its description, from which its statements are made.
    for (const [, inserted, described] of readRepositoryFile(file).matchAll(ROWS_MADE)) {
      const table = inserted ?? described ?? '';
      homes.set(table, (homes.get(table) ?? new Set()).add(file));
    }
  }
  expect(homes.size).toBeGreaterThan(25);
  expect([...(homes.get('agents') ?? [])]).toEqual(['server/src/registry/agents/kind.ts']);
  expect([...(homes.get('agent_status_changes') ?? [])]).toEqual(['server/src/registry/agents/rows.ts']);
  expect(
    [...homes].filter(([, files]) => files.size > 1).map(([table, files]) => ({ table, files: [...files] })),
  ).toEqual([]);
});

it('throws plan_limit in one place', () => {
  const throwing = typeScriptFiles().filter(
    (file) => /^server\/src\/(?!.*\.test\.ts$)/.test(file) && readRepositoryFile(file).includes("'plan_limit'"),
  );
  expect(throwing).toEqual(['server/src/registry/plans/allowed-counts.ts']);
});

it('locks heads in one place', () => {
  const locking = typeScriptFiles().filter(
    (file) =>
      /^server\/src\/(?!.*\.test\.ts$)/.test(file) &&
      /FROM svc\.organization_heads[^`]*FOR (?:NO KEY )?UPDATE/.test(readRepositoryFile(file)),
  );
  expect(locking.sort()).toEqual([
    'server/src/storage/heads/lock-heads.ts',
    'server/src/storage/schema/migrations/record-batch.ts',
  ]);
});
