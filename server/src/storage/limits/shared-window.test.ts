// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the limit is exact over all processes: together they admit that many and no more. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestClock } from '#harness/clock';
import type { TestDatabase } from '#harness/postgres';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { createPool } from '../connections/index.ts';
import { hitSharedWindow } from './shared-window.ts';

let database: TestDatabase;
let pools: pg.Pool[];
const clock = TestClock.standingAt(Date.now());
beforeAll(async () => {
  database = await openEmptyDatabase();
  pools = Array.from({ length: 3 }, () => createPool({ connectionString: database.connectionString }, 5, clock));
});
afterAll(() => Promise.all(pools.map((pool) => pool.end())));

const RULE = { name: 'test', hitsMax: 10, windowSeconds: 60 };
const poolOf = (index: number): pg.Pool => pools[index % pools.length] as pg.Pool;

it('admits ten of a hundred at once on three pools', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 100 }, (_, index) => hitSharedWindow(poolOf(index), RULE, 'key-1')),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  for (const result of results) {
    if (result.status === 'fulfilled') continue;
    expect(result.reason).toBeInstanceOf(ApiError);
    expect(result.reason).toMatchObject({ code: 'rate_limited' });
    expect(result.reason.retryAfterSeconds).toBeGreaterThan(50);
    expect(result.reason.retryAfterSeconds).toBeLessThanOrEqual(60);
  }
});

it('keeps subjects and rules apart', async () => {
  await expect(hitSharedWindow(poolOf(0), RULE, 'key-2')).resolves.toBeUndefined();
  await expect(hitSharedWindow(poolOf(0), { ...RULE, name: 'other' }, 'key-1')).resolves.toBeUndefined();
});

it('slides: a hit that has left the window makes room for one', async () => {
  const hit = (index: number) => hitSharedWindow(poolOf(index), RULE, 'key-3');
  await hit(0);
  clock.move('59999ms');
  for (let index = 1; index < RULE.hitsMax; index += 1) await hit(index);
  await expect(hit(0)).rejects.toMatchObject({ code: 'rate_limited' });
  clock.move(1);
  await expect(hit(1)).resolves.toBeUndefined();
  await expect(hit(2)).rejects.toMatchObject({ code: 'rate_limited' });
});
