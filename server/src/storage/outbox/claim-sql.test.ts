// SPDX-License-Identifier: Apache-2.0
/** Guarantee: claims take the oldest due rows, each for one process, count the attempt, and lapse by themselves. */
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClock } from '#harness/clock';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { readRows } from '#harness/service/rows.ts';
import { createPool } from '../connections/index.ts';
import { claimOfSql, dueOrganizationsSql } from './claim-sql.ts';
import { CLAIMED_AT, claimByLaneSql, claimSql, claimsOf, type Outbox } from './index.ts';

const WORK: Outbox = { table: 'svc.chat_outbox', key: 'id', attempts: 'attempts', returns: ['id', 'attempts'] };
const LANES = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const;
const LAPSE_MS = 60_000;

let database: TestDatabase;
let pool: pg.Pool;
const clock = TestClock.standingAt(Date.now());
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.connectionString }, 10, clock);
  // A plain table in place of one that the rules of statements know.
  await readRows(
    database,
    `DROP TABLE svc.chat_outbox;
    CREATE TABLE svc.chat_outbox (
      id integer PRIMARY KEY, lane uuid NOT NULL, due_at timestamptz, attempts integer NOT NULL DEFAULT 0,
      claimed_at timestamptz, organization_id uuid GENERATED ALWAYS AS (lane) STORED
    );
    CREATE INDEX chat_outbox_due ON svc.chat_outbox (due_at);
    CREATE INDEX chat_outbox_of_lane ON svc.chat_outbox (lane, due_at);
    CREATE INDEX chat_outbox_of_organization ON svc.chat_outbox (organization_id, due_at);
    GRANT SELECT, INSERT, UPDATE, DELETE ON svc.chat_outbox TO svc_app`,
  );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  await pool.query('DELETE FROM svc.chat_outbox');
});

/** Rows 1 to `count`, of which the last has been due for longest; they take turns between the lanes. */
const enqueue = (count: number) =>
  pool.query(
    `INSERT INTO svc.chat_outbox (id, lane, due_at)
     SELECT id, ($2::uuid[])[1 + id % 2], $3::timestamptz - make_interval(secs => id)
     FROM generate_series(1, $1::int) AS id`,
    [count, LANES, clock.now()],
  );

interface Row {
  id: number;
  attempts: number;
}
async function claim(count: number): Promise<Row[]> {
  return (await pool.query<Row>(claimSql(WORK), [LAPSE_MS, clock.now(), count])).rows;
}
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id).sort((one, other) => one - other);

describe('a claim', () => {
  it('takes what has been due for longest, counts the attempt and is due again after the lapse', async () => {
    await enqueue(5);
    expect(idsOf(await claim(2))).toEqual([4, 5]);
    const { rows } = await pool.query(
      `SELECT id, attempts, extract(epoch FROM due_at - $1)::float8 AS due_in FROM svc.chat_outbox ORDER BY id`,
      [clock.now()],
    );
    expect(rows.map(({ attempts }) => attempts)).toEqual([0, 0, 0, 1, 1]);
    for (const { due_in: dueIn } of rows.slice(3)) expect(dueIn).toBe(LAPSE_MS / 1_000);
    expect(idsOf(await claim(9))).toEqual([1, 2, 3]);
    expect(await claim(9)).toEqual([]);
  });

  it('that has lapsed is taken over as the next attempt', async () => {
    await enqueue(1);
    expect(await claim(1)).toEqual([{ id: 1, attempts: 1 }]);
    clock.move(LAPSE_MS - 1);
    expect(await claim(1)).toEqual([]);
    clock.move(1);
    expect(await claim(1)).toEqual([{ id: 1, attempts: 2 }]);
  });

  it('is of one process only, though many claim at once', async () => {
    await enqueue(200);
    const taken = await Promise.all(Array.from({ length: 40 }, () => claim(7)));
    for (const rows of taken) expect(rows.length).toBeLessThanOrEqual(7);
    const first = taken.flat();
    const rest = await claim(200);
    expect(idsOf([...first, ...rest])).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
  });

  it('passes over a row that another transaction holds', async () => {
    await enqueue(2);
    const holder = await pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM svc.chat_outbox WHERE id = 2 FOR UPDATE');
      expect(idsOf(await claim(9))).toEqual([1]);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    expect(idsOf(await claim(9))).toEqual([2]);
  });

  it('takes nothing that is not due, has no due time, or fails the condition', async () => {
    await enqueue(6);
    const laterAt = new Date(clock.nowMs() + 1);
    await pool.query('UPDATE svc.chat_outbox SET due_at = $1 WHERE id = 6', [laterAt]);
    await pool.query('UPDATE svc.chat_outbox SET due_at = NULL WHERE id = 5');
    const { rows } = await pool.query<Row>(claimSql(WORK, 'w.id = ANY ($4::int[])'), [
      LAPSE_MS,
      clock.now(),
      9,
      [2, 4, 5, 6],
    ]);
    expect(idsOf(rows)).toEqual([2, 4]);
  });

  it('sets and returns what the outbox adds, also as it was before', async () => {
    await enqueue(1);
    const more: Outbox = { ...WORK, before: { claimed_at: 'lapsed_at' }, sets: [`claimed_at = ${CLAIMED_AT}`] };
    const first = await pool.query(claimSql(more), [LAPSE_MS, clock.now(), 1]);
    expect(first.rows).toEqual([{ id: 1, attempts: 1, lapsed_at: null }]);
    clock.move(LAPSE_MS);
    const second = await pool.query(claimSql(more), [LAPSE_MS, clock.now(), 1]);
    expect(second.rows).toEqual([{ id: 1, attempts: 2, lapsed_at: expect.any(Date) }]);
  });
});

describe('a claim of one organization', () => {
  const claimOf = async (organizationId: string, count: number, condition?: string) =>
    (await pool.query<Row>(claimOfSql(WORK, condition), [LAPSE_MS, clock.now(), organizationId, count])).rows;

  it('takes the oldest rows of this organization alone', async () => {
    await enqueue(10);
    expect(idsOf(await claimOf(LANES[0], 2))).toEqual([8, 10]);
    expect(idsOf(await claimOf(LANES[0], 9, 'w.id > 2'))).toEqual([4, 6]);
    expect(await claimOf('00000000-0000-4000-8000-000000000003', 9)).toEqual([]);
  });

  it('by lane takes the oldest of each lane up to its own number, and no row of another organization', async () => {
    await enqueue(10);
    const values = [LAPSE_MS, clock.now(), LANES[0], LANES, [2, 3]];
    expect(idsOf((await pool.query<Row>(claimByLaneSql(WORK, 'lane'), values)).rows)).toEqual([8, 10]);
  });

  it('of several goes through one at a time, each up to its own number', async () => {
    await enqueue(10);
    const { due, claim: claimEach } = claimsOf<Row>(WORK, LAPSE_MS);
    expect(await due(pool)).toEqual(LANES.map((organizationId) => ({ organizationId, count: 5 })));
    const [one, other] = LANES;
    expect(
      idsOf(
        await claimEach(
          pool,
          new Map([
            [one, 1],
            [other, 3],
          ]),
        ),
      ),
    ).toEqual([5, 7, 9, 10]);
  });

  it('is of one process only, though many claim at once', async () => {
    await enqueue(100);
    const taken = await Promise.all(Array.from({ length: 30 }, (_, index) => claimOf(LANES[index % 2] ?? LANES[0], 3)));
    const rest = await Promise.all(LANES.map((lane) => claimOf(lane, 100)));
    expect(idsOf([...taken, ...rest].flat())).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  it('is of one that a look found, in the order of their waits', async () => {
    const due = async (condition?: string) =>
      (await pool.query(dueOrganizationsSql(WORK, condition), [clock.now()])).rows;
    expect(await due()).toEqual([]);
    await enqueue(70);
    await pool.query('DELETE FROM svc.chat_outbox WHERE id = 69');
    await pool.query('UPDATE svc.chat_outbox SET due_at = $1 WHERE id > 9 AND id % 2 = 1', [
      new Date(clock.nowMs() + 1),
    ]);
    expect(await due()).toEqual([
      { organizationId: LANES[0], count: 32 },
      { organizationId: LANES[1], count: 5 },
    ]);
    expect(await due('w.id < 2')).toEqual([{ organizationId: LANES[1], count: 1 }]);
  });
});

it('finds due rows through the index, however many are due later', async () => {
  await enqueue(3);
  await pool.query(
    `INSERT INTO svc.chat_outbox (id, lane, due_at)
     SELECT id, $1, $2 FROM generate_series(1001, 21000) AS id`,
    [LANES[0], new Date(clock.nowMs() + 3_600_000)],
  );
  await readRows(database, 'ANALYZE svc.chat_outbox');
  const searches: readonly { text: string; values: unknown[] }[] = [
    { text: claimSql(WORK), values: [LAPSE_MS, clock.now(), 100] },
    { text: claimByLaneSql(WORK, 'lane'), values: [LAPSE_MS, clock.now(), LANES[0], [LANES[0]], [100]] },
    { text: claimOfSql(WORK), values: [LAPSE_MS, clock.now(), LANES[0], 100] },
    { text: dueOrganizationsSql(WORK), values: [clock.now()] },
  ];
  for (const { text, values } of searches) {
    const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    const plan = JSON.stringify(rows);
    expect(plan).toMatch(/"Index Cond":"[^"]*due_at <= /);
    expect(plan).not.toMatch(/"Rows Removed by Filter":[1-9]/);
    clock.move(LAPSE_MS);
  }
});

describe('a statement', () => {
  it.each([
    { ...WORK, key: 'id; DROP TABLE x' },
    { ...WORK, table: `svc.x' OR true --_outbox` as const },
    { ...WORK, attempts: 'attempts + 1, due_at' },
    { ...WORK, returns: ['*'] },
    { ...WORK, before: { id: 'a, b' } },
  ])('is made of plain names alone: %j', (outbox: Outbox) => {
    expect(() => claimSql(outbox)).toThrow('is not a plain name');
  });

  it('names its lane plainly too', () => {
    expect(() => claimByLaneSql(WORK, 'lane = lane.id OR true')).toThrow('is not a plain name');
  });
});
