// SPDX-License-Identifier: Apache-2.0
/** The files that CI runs on PostgreSQL 15: enough to meet every kind of statement, and little enough to run after all else. */
import { expect, it } from 'vitest';
import { PLAIN_ONLY } from '../citus/plain-only.ts';
import { readImportGraph } from '../tidy/import-graph.ts';
import { filesThatSpeakSql, filesWithDatabase } from './database-files.ts';

const FILES_MIN = 60;
const FILES_MAX = 110;

const files = filesThatSpeakSql(readImportGraph());

it('are the tests of the rooms with SQL of their own, and one of each noun of the routes', () => {
  expect(files.length).toBeGreaterThanOrEqual(FILES_MIN);
  expect(files.length).toBeLessThanOrEqual(FILES_MAX);
  expect(new Set(files).size).toBe(files.length);
  expect(files).toEqual(
    expect.arrayContaining([
      'server/src/storage/schema/migrate.test.ts',
      'server/src/record/recorder/faults.test.ts',
      'server/src/decisions/reviews/race.test.ts',
      'server/src/lifecycle/provisioning/apply/apply.test.ts',
      'server/src/doors/routes/v1/events/create.test.ts',
      'test/generated/reference.test.ts',
      'test/database/pg-tools.test.ts',
    ]),
  );
});

it('that a cluster does not run are tests with a database', () => {
  expect(filesWithDatabase(readImportGraph())).toEqual(expect.arrayContaining(Object.keys(PLAIN_ONLY)));
});

it('leave out what needs no database, and a second test of a noun', () => {
  const found = new Map([
    ['server/src/storage/outbox/back-off.test.ts', ['server/src/storage/outbox/back-off.ts']],
    ['server/src/storage/outbox/claim.test.ts', ['test/harness/service/index.ts']],
    ['server/src/doors/routes/app/agents/erase.test.ts', ['test/harness/service/index.ts']],
    ['server/src/doors/routes/app/agents/list.test.ts', ['test/harness/service/index.ts']],
    ['server/src/doors/routes/app/agents/read.test.ts', ['test/harness/service/index.ts']],
    ['server/src/decisions/chat/chat.test.ts', ['test/harness/service/index.ts']],
    ['test/harness/service/index.ts', ['test/harness/postgres/test-database.ts']],
  ]);
  const chosen = filesThatSpeakSql(found).filter((file) => file.startsWith('server/'));
  expect(chosen).toEqual([
    'server/src/doors/routes/app/agents/list.test.ts',
    'server/src/storage/outbox/claim.test.ts',
  ]);
});
