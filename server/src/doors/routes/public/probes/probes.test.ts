// SPDX-License-Identifier: Apache-2.0
/**
 * Probes: however many ask, the database is asked a few times a second. GET /ready is 503 without a database, and while
 * the database lacks the schema of this build. GET /live stays 200.
 */
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readRows } from '#harness/service/rows.ts';
import { createPool, type DatabaseAddress } from '../../../../storage/connections/index.ts';
import { createHttpServer } from '../../../http/index.ts';
import { registerProbes } from './index.ts';

it.each(['/health', '/ready'])(
  '%s asks the database once for two hundred requests at once, and again later',
  async (path) => {
    const { connectionString } = await openEmptyDatabase();
    const pool = createPool({ connectionString }, 2);
    const query = vi.spyOn(pool, 'query');
    const http = createHttpServer(pino({ level: 'silent' }));
    registerProbes(http, pool);
    const ask = async () => await http.inject(path);
    try {
      const answers = await Promise.all(Array.from({ length: 200 }, ask));
      for (const answer of answers) expect(answer.json()).toMatchObject({ ready: true, db: 'up' });
      expect(query).toHaveBeenCalledTimes(1);
      await expect.poll(async () => await ask().then(() => query.mock.calls.length)).toBe(2);
    } finally {
      await http.close();
      await pool.end();
    }
  },
);

describe('GET /ready', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('is 200 with the schema of this build, and with a newer one', async () => {
    const { connectionString } = database;
    const good = [200, { ready: true, db: 'up', migrated: true }];
    expect(await ask({ connectionString }, '/ready')).toEqual(good);
    await readRows(database, "INSERT INTO svc.kysely_migration VALUES ('9999-of-tomorrow', '')");
    expect(await ask({ connectionString }, '/ready')).toEqual(good);
  });

  it('is 503 while a migration is missing', async () => {
    await readRows(database, "DELETE FROM svc.kysely_migration WHERE name LIKE '1000%'");
    const { connectionString } = database;
    expect(await ask({ connectionString }, '/ready')).toEqual([503, { ready: false, db: 'up', migrated: false }]);
    expect((await ask({ connectionString }, '/live'))[0]).toBe(200);
  });

  it('is 503 without a database, while the process is alive', async () => {
    const connectionString = 'postgres://nobody@127.0.0.1:1/none';
    expect(await ask({ connectionString }, '/ready')).toEqual([503, { ready: false, db: 'down', migrated: null }]);
    expect(await ask({ connectionString }, '/live')).toEqual([200, { live: true }]);
  });
});

/** Asks a server on a database. */
async function ask(address: DatabaseAddress, path: string): Promise<[status: number, body: unknown]> {
  const pool = createPool(address, 1);
  const http: FastifyInstance = createHttpServer(pino({ level: 'silent' }));
  registerProbes(http, pool);
  try {
    const answer = await http.inject({ url: path });
    return [answer.statusCode, answer.json()];
  } finally {
    await http.close();
    await pool.end();
  }
}
