// SPDX-License-Identifier: Apache-2.0
/** Guarantee: an outage in which no news can be told is logged once, and its end once. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { startDatabaseLine } from '#harness/postgres';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { createNews, ofEndpoint } from './index.ts';

it('tells once that news could not be told, and once that they are told again', async () => {
  const database = await openEmptyDatabase();
  const line = await startDatabaseLine(database);
  const log = { error: vi.fn(), info: vi.fn() };
  const news = createNews({ connectionString: line.database.connectionString }, log);
  await vi.waitFor(() => expect(news.isListening()).toBe(true), PATIENTLY);
  const tellAgain = async () => {
    const told = vi.spyOn(pg.Pool.prototype, 'query');
    news.tell([ofEndpoint(randomUUID())]);
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1), PATIENTLY);
    await Promise.allSettled(told.mock.results.map(({ value }) => value));
    told.mockRestore();
  };
  line.cut();
  for (let count = 0; count < 3; count += 1) await tellAgain();
  line.mend();
  await tellAgain();
  expect(log.error.mock.calls).toEqual([[expect.anything(), 'news could not be told']]);
  expect(log.info.mock.calls).toEqual([[{ failures: 3 }, 'news are told again']]);
  await news.close();
  await line.stop();
});
