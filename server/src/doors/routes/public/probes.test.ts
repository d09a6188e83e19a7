// SPDX-License-Identifier: Apache-2.0
/** GET /health and GET /ready: however many ask, the database is asked a few times a second. */
import { pino } from 'pino';
import { beforeAll, expect, it, vi } from 'vitest';
import type { TestDatabase } from '#harness/postgres';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { createPool } from '../../../storage/connections/index.ts';
import { createHttpServer } from '../../http/index.ts';
import { registerHealth } from './health/index.ts';
import { registerReady } from './ready/index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openEmptyDatabase();
});

it.each([
  ['/health', registerHealth],
  ['/ready', registerReady],
])('%s asks the database once for two hundred requests at once, and again later', async (path, register) => {
  const pool = createPool({ connectionString: database.connectionString }, 2);
  const query = vi.spyOn(pool, 'query');
  const http = createHttpServer(pino({ level: 'silent' }));
  register(http, pool);
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
});
