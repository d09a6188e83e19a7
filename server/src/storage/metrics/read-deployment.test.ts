// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: a scrape is cheap even with long queues: it counts up to a bound, and still knows the age of the oldest.
 */
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestDatabase } from '#harness/postgres';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readRows } from '#harness/service/rows.ts';
import { createPool } from '../connections/index.ts';
import { readDeployment } from './read-deployment.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await openEmptyDatabase();
  pool = createPool({ connectionString: database.connectionString }, 1);
});
afterAll(() => pool.end());

const deliveries = async () => (await readDeployment(pool))?.queues.find(({ name }) => name === 'webhooks');

/** This many deliveries, over this many endpoints, due for this long. */
const insert = (count: number, endpoints: number, dueSince: string) =>
  readRows(
    database,
    `INSERT INTO svc.webhook_outbox (delivery_id, organization_id, endpoint_id, due_at)
     SELECT gen_random_uuid(), gen_random_uuid(),
       ('018f0000-0000-7000-8000-' || lpad((n % $2)::text, 12, '0'))::uuid, now() - $3::interval
     FROM generate_series(1, $1::int) n`,
    [count, endpoints, dueSince],
  );

it('says nothing where nothing waits', async () => {
  expect(await deliveries()).toEqual({ name: 'webhooks', due: 0, oldestDueSeconds: 0 });
});

it('counts what is due at every endpoint, not what is due later, up to 10,000', async () => {
  await insert(20_000, 700, '-1 hour');
  await insert(9_000, 699, '1 minute');
  expect((await deliveries())?.due).toBe(9_000);
  await insert(1, 1_000, '60.5 minutes');
  const { due, oldestDueSeconds } = (await deliveries()) ?? { due: 0, oldestDueSeconds: 0 };
  expect(due).toBe(9_001);
  expect(Math.floor(oldestDueSeconds / 60)).toBe(60);
  await insert(1_500, 1, '2 minutes');
  expect((await deliveries())?.due).toBe(10_000);
});
