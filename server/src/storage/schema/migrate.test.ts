// SPDX-License-Identifier: Apache-2.0
/** Guarantee: migrations are race-safe and repeatable, and refuse a schema that is newer than the build. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { readRows } from '#harness/service/rows.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const address = () => ({ connectionString: database.connectionString });

it('runs once, however many processes start at once on an empty database', async () => {
  await emptied();
  await Promise.all(Array.from({ length: 5 }, () => migrate(address())));
  const ran = await readRows(database, 'SELECT name FROM svc.kysely_migration ORDER BY name');
  expect(ran.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name));
});

it('changes nothing the second time', async () => {
  const before = await readRows(database, 'SELECT * FROM svc.kysely_migration ORDER BY name');
  await migrate(address());
  expect(await readRows(database, 'SELECT * FROM svc.kysely_migration ORDER BY name')).toEqual(before);
});

it('refuses a schema that a newer build has made', async () => {
  await readRows(database, `INSERT INTO svc.kysely_migration (name, timestamp) VALUES ('9999-future', now()::text)`);
  await expect(migrate(address())).rejects.toThrow(/newer build/);
});

/** A client of its own, because the schema of the other test queries is missing here. */
async function emptied(): Promise<void> {
  const client = new pg.Client(address());
  await client.connect();
  await client.query('DROP SCHEMA svc CASCADE');
  await client.end();
}
