// SPDX-License-Identifier: Apache-2.0
/** Each table has one home: its rows are inserted in one file, where its columns and defaults are known. */
import { expect, it } from 'vitest';
import { readRepositoryFile, typeScriptFiles } from './source-files.ts';

it('inserts the rows of each table in one file', () => {
  const homes = new Map<string, Set<string>>();
  for (const file of typeScriptFiles()) {
    if (!/^server\/src\/(?!storage\/schema\/(migrations|tables)\/)(?!.*\.test\.ts$)/.test(file)) continue;
    for (const [, table = ''] of readRepositoryFile(file).matchAll(/INSERT\s+INTO\s+svc\.(\w+)/gi)) {
      homes.set(table, (homes.get(table) ?? new Set()).add(file));
    }
  }
  expect(homes.size).toBeGreaterThan(25);
  expect([...(homes.get('agents') ?? [])]).toEqual(['server/src/registry/agents/rows.ts']);
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
  expect(locking).toEqual(['server/src/storage/heads/lock-heads.ts']);
});
