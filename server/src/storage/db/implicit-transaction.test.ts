// SPDX-License-Identifier: Apache-2.0
/** All or nothing in one burst: the error that a caller gets when a statement, the commit or the connection fails. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { createPool } from '../connections/pool.ts';
import { migrate } from '../schema/migrate.ts';
import { columnArrays } from './column-arrays.ts';
import { commitAtOnce, type Statement } from './implicit-transaction.ts';

let database: TestDatabase;
let pool: pg.Pool;
let admin: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate({ connectionString: database.connectionString });
  admin = new pg.Client({ connectionString: database.connectionString });
  await admin.connect();
  // The constraint on the second column is checked at the commit.
  await admin.query(`
    CREATE TABLE svc.notes (id int PRIMARY KEY, topic text UNIQUE DEFERRABLE INITIALLY DEFERRED);
    GRANT SELECT, INSERT ON svc.notes TO svc_app`);
});
beforeEach(async () => {
  await admin.query('TRUNCATE svc.notes');
  pool = createPool({ connectionString: database.connectionString }, 1);
  return () => pool.end();
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

const insert = (id: number, topic = `topic ${id}`): Statement => ({
  text: 'INSERT INTO svc.notes (id, topic) SELECT $1, $2 RETURNING id',
  values: [id, topic],
});
const DIVIDE_BY_ZERO: Statement = { text: 'SELECT 1 / $1::int', values: [0] };
const NO_SUCH_TABLE: Statement = { text: 'INSERT INTO svc.no_such_table VALUES (1)', values: [] };

async function withConnection<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}
const commit = (client: pg.PoolClient, ...statements: Statement[]) => commitAtOnce(client, statements);
const ids = async () => (await admin.query('SELECT id FROM svc.notes ORDER BY id')).rows.map(({ id }) => id);

it('commits all statements, and tells the answer of each', async () => {
  await withConnection(async (client) => {
    const asked = { text: 'SELECT $1::int + 40', values: [2] };
    expect(await commit(client, insert(1), asked, insert(2))).toEqual(['1', '42', '2']);
    expect(await ids()).toEqual([1, 2]);
  });
});

it.each([
  { name: 'first', statements: [DIVIDE_BY_ZERO, insert(1)], code: '22012' },
  { name: 'in between', statements: [insert(1), DIVIDE_BY_ZERO, insert(2)], code: '22012' },
  { name: 'last', statements: [insert(1), insert(1)], code: '23505' },
  { name: 'when it is parsed', statements: [insert(1), NO_SUCH_TABLE, insert(2)], code: '42P01' },
])('records nothing when a statement is refused $name, and goes on with the connection', async (refusal) => {
  const { statements, code } = refusal;
  await withConnection(async (client) => {
    for (let round = 0; round < 3; round += 1) {
      await expect(commit(client, ...statements)).rejects.toMatchObject({ code });
    }
    expect(await ids()).toEqual([]);
    expect(await commit(client, insert(3), insert(4))).toEqual(['3', '4']);
  });
  expect(await ids()).toEqual([3, 4]);
});

const insertAll = (rows: { id: number; topic: string }[]): Statement => ({
  text: 'INSERT INTO svc.notes (id, topic) SELECT unnest($1::int[]), md5(unnest($2::text[]))',
  values: columnArrays({ id: 'integer', topic: 'text' }, rows),
});

it('sends columns of any size whole, and small ones after them', async () => {
  const long = 'ação 🎯 '.repeat(20_000);
  const rows = Array.from({ length: 12 }, (_, id) => ({ id, topic: `${id} ${id % 3 === 0 ? long : 'short'}` }));
  await withConnection(async (client) => {
    expect(await commit(client, insertAll(rows), insert(12))).toEqual(['12']);
    expect(await commit(client, insert(13, 'topic 13'))).toEqual(['13']);
  });
  const kept = await admin.query('SELECT id, topic FROM svc.notes ORDER BY id');
  const digests = rows.map(({ id, topic }) => ({ id, topic: createHash('md5').update(topic).digest('hex') }));
  expect(kept.rows).toEqual([...digests, { id: 12, topic: 'topic 12' }, { id: 13, topic: 'topic 13' }]);
});

it('sends nothing when a column cannot be written, and goes on with the connection', async () => {
  const wrong = { text: 'SELECT $1::uuid[]', values: columnArrays({ id: 'uuid' }, [{ id: 'no uuid' }]) };
  await withConnection(async (client) => {
    await expect(commit(client, insert(1), wrong)).rejects.toThrow(TypeError);
    expect(await commit(client, insert(2))).toEqual(['2']);
  });
  expect(await ids()).toEqual([2]);
});

it('parses a statement once for a connection', async () => {
  await withConnection(async (client) => {
    for (let id = 0; id < 4; id += 1) await commit(client, insert(id));
    const { rows } = await client.query(
      `SELECT generic_plans + custom_plans AS runs FROM pg_prepared_statements WHERE statement LIKE 'INSERT%'`,
    );
    expect(rows).toEqual([{ runs: 4 }]);
  });
});

it('answers bursts that are sent behind one another in turn, each by itself', async () => {
  const answers = await withConnection((client) =>
    Promise.allSettled([
      commit(client, insert(1), DIVIDE_BY_ZERO),
      commit(client, insert(2)),
      commit(client, insert(2)),
      commit(client, insert(3)),
    ]),
  );
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await ids()).toEqual([2, 3]);
});

it('fails when the commit is what is refused', async () => {
  await withConnection(async (client) => {
    const refused = commit(client, insert(1, 'same'), insert(2, 'same'));
    await expect(refused).rejects.toMatchObject({ code: '23505' });
    expect(await ids()).toEqual([]);
    expect(await commit(client, insert(1, 'same'))).toEqual(['1']);
  });
});

it('fails when the connection is ended before the commit, and when it breaks', async () => {
  const client = await pool.connect();
  const sleeping = commit(client, insert(1), { text: 'SELECT pg_sleep(20)', values: [] });
  sleeping.catch(() => undefined);
  await ended(client);
  await expect(sleeping).rejects.toMatchObject({ code: '57P01' });
  await expect(commit(client, insert(1))).rejects.toThrow();
  client.release(true);
  expect(await ids()).toEqual([]);
});

/** Ends the server's side of a connection once it sleeps. */
async function ended(client: pg.PoolClient): Promise<void> {
  const { processID } = client as unknown as { processID: number };
  const sleeps = `SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'`;
  await expect.poll(async () => (await admin.query(sleeps, [processID])).rowCount).toBe(1);
  await admin.query('SELECT pg_terminate_backend($1)', [processID]);
}
