// SPDX-License-Identifier: Apache-2.0
/** GET /ready is 503 without a database, and while the database lacks the schema of this build. GET /live stays 200. */
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { readRows } from '#harness/service/rows.ts';
import { createPool, type DatabaseAddress } from '../../../../storage/connections/index.ts';
import { createHttpServer } from '../../../http/index.ts';
import { registerLive } from '../live/index.ts';
import { registerReady } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Asks a server on a database. */
async function ask(address: DatabaseAddress, path: string): Promise<[status: number, body: unknown]> {
  const pool = createPool(address, 1);
  const http: FastifyInstance = createHttpServer(pino({ level: 'silent' }));
  registerLive(http);
  registerReady(http, pool);
  try {
    const answer = await http.inject({ url: path });
    return [answer.statusCode, answer.json()];
  } finally {
    await http.close();
    await pool.end();
  }
}

it('is 200 with the schema of this build, and with a newer one', async () => {
  const { connectionString } = database;
  const good = [200, { ready: true, db: 'up', migrated: true }];
  expect(await ask({ connectionString }, '/ready')).toEqual(good);
  await readRows(database, "INSERT INTO svc.kysely_migration VALUES ('9999-of-tomorrow', '')");
  expect(await ask({ connectionString }, '/ready')).toEqual(good);
});

it('is 503 while a migration is missing', async () => {
  await readRows(database, "DELETE FROM svc.kysely_migration WHERE name LIKE '0040%'");
  const { connectionString } = database;
  expect(await ask({ connectionString }, '/ready')).toEqual([503, { ready: false, db: 'up', migrated: false }]);
  expect((await ask({ connectionString }, '/live'))[0]).toBe(200);
});

it('is 503 without a database, while the process is alive', async () => {
  const connectionString = 'postgres://nobody@127.0.0.1:1/none';
  expect(await ask({ connectionString }, '/ready')).toEqual([503, { ready: false, db: 'down', migrated: null }]);
  expect(await ask({ connectionString }, '/live')).toEqual([200, { live: true }]);
});
