// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: a worker for which nothing waits asks the database for nothing, until it hears of a delivery. An outage of
 * its database is told once, and its end once.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { TestClock } from '#harness/clock';
import type { TestDatabase } from '#harness/postgres';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readRows } from '#harness/service/rows.ts';
import { createPool } from '../../storage/connections/index.ts';
import { createMetrics } from '../../storage/metrics/index.ts';
import { createNews, ofEndpoint, SLEEP_MS } from '../../storage/news/index.ts';
import { SCAN_EVERY_MS } from './limits.ts';
import { startDeliveryWorker } from './worker.ts';

const clock = TestClock.standingAt(Date.UTC(2026, 5, 1));
const log = { error: vi.fn(), info: vi.fn() };
/** Nothing is sent and nothing is sealed here. */
const unused = new Proxy({} as never, {
  get: () => {
    throw new Error('nothing is to be sent');
  },
});

let database: TestDatabase;
beforeAll(async () => {
  database = await openEmptyDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  log.error.mockClear();
  log.info.mockClear();
});

it('sleeps, and looks again in the usual interval once a delivery was told of', async () => {
  const address = { connectionString: database.connectionString };
  const pool = createPool(address, 4, clock);
  const news = createNews(address, log);
  await vi.waitFor(() => expect(news.isListening()).toBe(true), PATIENTLY);
  const connect = vi.spyOn(pool, 'connect');
  const worker = startDeliveryWorker({ pool, news, egress: unused, vault: unused, log, metrics: createMetrics() });
  const isStill = () => pool.idleCount === pool.totalCount;
  const asksAfter = async (ms: number): Promise<boolean> => {
    connect.mockClear();
    clock.move(ms);
    await new Promise((resolve) => setImmediate(resolve));
    const asked = connect.mock.calls.length > 0;
    await vi.waitFor(() => expect(isStill()).toBe(true), PATIENTLY);
    return asked;
  };
  expect(await asksAfter(SCAN_EVERY_MS)).toBe(true);
  await vi.waitFor(async () => expect(await asksAfter(SCAN_EVERY_MS)).toBe(false), PATIENTLY);
  expect(await asksAfter(SLEEP_MS - SCAN_EVERY_MS - 1)).toBe(false);
  expect(await asksAfter(SCAN_EVERY_MS + 1)).toBe(true);
  await vi.waitFor(async () => expect(await asksAfter(SCAN_EVERY_MS)).toBe(false), PATIENTLY);
  connect.mockClear();
  news.tell([ofEndpoint(randomUUID())]);
  await vi.waitFor(() => expect(connect).toHaveBeenCalled(), PATIENTLY);
  await vi.waitFor(() => expect(isStill()).toBe(true), PATIENTLY);
  expect(await asksAfter(SCAN_EVERY_MS)).toBe(true);
  await worker.stop();
  await news.close();
  await pool.end();
});

it('tells an outage once, however often it looks, and how often it failed at the end', async () => {
  const pool = createPool({ connectionString: database.connectionString }, 4, clock);
  const news = { hearAll: () => () => {}, tell: () => {}, isListening: () => false } as never;
  const connect = vi.spyOn(pool, 'connect');
  await readRows(database, 'ALTER TABLE svc.webhook_outbox RENAME TO away');
  const worker = startDeliveryWorker({ pool, news, egress: unused, vault: unused, log, metrics: createMetrics() });
  const look = async () => {
    connect.mockClear();
    await vi.waitFor(() => {
      clock.move(SCAN_EVERY_MS);
      expect(connect).toHaveBeenCalled();
    }, PATIENTLY);
    await vi.waitFor(() => expect(pool.idleCount).toBe(pool.totalCount), PATIENTLY);
  };
  for (let count = 0; count < 4; count += 1) await look();
  expect(log.error.mock.calls).toEqual([
    [expect.objectContaining({ code: '42P01' }), 'due deliveries could not be looked for'],
  ]);
  await readRows(database, 'ALTER TABLE svc.away RENAME TO webhook_outbox');
  await look();
  await vi.waitFor(() => expect(log.info).toHaveBeenCalledTimes(1), PATIENTLY);
  expect(log.info.mock.calls[0]?.[0]).toMatchObject({ failures: expect.any(Number) });
  expect(log.error).toHaveBeenCalledTimes(1);
  await worker.stop();
  await pool.end();
});
