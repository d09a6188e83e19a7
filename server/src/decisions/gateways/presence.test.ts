// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a start waits for a database that is away for a moment, and does not end by the first attempt. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type DatabaseLine, startDatabaseLine, type TestDatabase } from '#harness/postgres';
import { createPresence } from './presence.ts';

let database: TestDatabase;
let line: DatabaseLine;
beforeEach(async () => {
  database = await createTestDatabase();
  line = await startDatabaseLine(database);
  line.cut();
});
afterEach(async () => {
  await line.stop();
  await database.drop();
});

it('is ready once the database is there, and says after the last attempt that it is not', async () => {
  const presence = createPresence({ connectionString: line.database.connectionString }, ['0a0a0a0a']);
  await expect(presence.ready(2)).rejects.toMatchObject({ code: 'unavailable' });
  expect(presence.isShown()).toBe(false);
  const ready = presence.ready(1_000);
  line.mend();
  await ready;
  expect(presence.isShown()).toBe(true);
  await presence.close();
});
