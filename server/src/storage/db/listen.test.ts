// SPDX-License-Identifier: Apache-2.0
/** A listener has one connection, whatever happens to the database: it holds no other, and gives that one back. */
import type pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { type DatabaseLine, startDatabaseLine, type TestDatabase } from '#harness/postgres';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { createPool } from '../connections/index.ts';
import { type Listener, listen } from './index.ts';

const CHANNEL = 'svc_listen_test';
const tell = (payload: string) => pool.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]);

let database: TestDatabase;
let line: DatabaseLine;
let pool: pg.Pool;
let listener: Listener;
let heard: string[];
let begun: number;
/** The beginning at which the caller throws. */
let fault: number;
beforeEach(async () => {
  database = await openEmptyDatabase();
  line = await startDatabaseLine(database);
  pool = createPool(line.database, 4);
  [heard, begun, fault] = [[], 0, Number.NaN];
  listener = listen({
    pool,
    channel: CHANNEL,
    onMessage: (payload) => heard.push(payload),
    onListening: () => {
      begun += 1;
      if (begun === fault) throw new Error('the caller has a fault');
    },
  });
});
afterEach(async () => {
  listener.stop();
  const ended = vi.fn();
  void pool.end().then(ended);
  // A connection that is not given back would keep the pool for ever.
  await vi.waitFor(() => expect(ended).toHaveBeenCalled(), PATIENTLY);
  await line.stop();
});

const untilHeard = (payload: string) => vi.waitFor(() => expect(heard).toContain(payload), PATIENTLY);
const untilBegun = (times: number) => vi.waitFor(() => expect(begun).toBe(times), PATIENTLY);
/** Connections that were not given back. */
const held = () => pool.totalCount - pool.idleCount;

it('hears what is told, and says when it begins', async () => {
  await untilBegun(1);
  expect(listener.isListening()).toBe(true);
  await tell('first');
  await untilHeard('first');
  listener.stop();
  expect(listener.isListening()).toBe(false);
  expect(held()).toBe(0);
});

it('listens again after each loss, and says so', async () => {
  for (const times of [1, 2, 3]) {
    await untilBegun(times);
    line.cut();
    await vi.waitFor(() => expect(listener.isListening()).toBe(false), PATIENTLY);
    line.mend();
  }
  await untilBegun(4);
  await tell('after');
  await untilHeard('after');
  expect(held()).toBe(1);
});

it('holds one connection after it was lost while it began to listen', async () => {
  await untilBegun(1);
  line.cut();
  await vi.waitFor(() => expect(listener.isListening()).toBe(false), PATIENTLY);
  const asked = vi.spyOn(pool, 'connect');
  line.mend();
  line.loseAnswersFrom(`LISTEN ${CHANNEL}`);
  await vi.waitFor(() => expect(held()).toBe(1), PATIENTLY);
  line.cut();
  await vi.waitFor(() => expect(held()).toBe(0), PATIENTLY);
  line.mend();
  await untilBegun(2);
  // A second one that listened as well would have been asked for in the same moment.
  const before = asked.mock.calls.length;
  await tell('whole');
  await untilHeard('whole');
  expect(heard).toEqual(['whole']);
  expect(asked.mock.calls.length).toBe(before + 1);
  expect(held()).toBe(1);
});

it('holds one connection after its caller has thrown at a beginning', async () => {
  await untilBegun(1);
  fault = 2;
  line.cut();
  await vi.waitFor(() => expect(listener.isListening()).toBe(false), PATIENTLY);
  line.mend();
  await untilBegun(3);
  await tell('whole');
  await untilHeard('whole');
  expect(heard).toEqual(['whole']);
  expect(held()).toBe(1);
});

it('is stopped at any time, and leaves nothing behind', async () => {
  listener.stop();
  await vi.waitFor(() => expect(held()).toBe(0), PATIENTLY);
  expect([begun, listener.isListening()]).toEqual([0, false]);
});
