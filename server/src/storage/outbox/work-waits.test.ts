// SPDX-License-Identifier: Apache-2.0
/** Guarantee: an outbox is left alone while nothing in it is due before the next look, and no longer. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestClock } from '#harness/clock';
import type { TestDatabase } from '#harness/postgres';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readRows } from '#harness/service/rows.ts';
import { createPool } from '../connections/index.ts';
import { SLEEP_MS } from '../news/index.ts';
import { workWaits } from './index.ts';

const clock = TestClock.standingAt(Date.UTC(2026, 5, 1));
const HOUR_MS = 3_600_000;
/** A mail of no organization, which row-level security lets its owner add too. */
const ADD_MAIL = `
  INSERT INTO svc.mail_outbox (id, kind, subject_id, created_at, due_at)
  VALUES (gen_random_uuid(), 'welcome', gen_random_uuid(), $1, $1)`;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await openEmptyDatabase();
  pool = createPool({ connectionString: database.connectionString }, 1, clock);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('has work once it is due before a sleep would end, in whichever of the tables', async () => {
  const waits = () => workWaits(pool, 'mail_outbox', 'checkpoint_outbox', 'waiting_notices');
  expect(await waits()).toBe(false);
  const dueAt = new Date(clock.nowMs() + HOUR_MS).toISOString();
  await readRows(database, ADD_MAIL, [dueAt]);
  clock.move(HOUR_MS - SLEEP_MS - 1);
  expect(await waits()).toBe(false);
  clock.move(1);
  expect(await waits()).toBe(true);
  expect(await workWaits(pool, 'checkpoint_outbox')).toBe(false);
});
