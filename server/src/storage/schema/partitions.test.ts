// SPDX-License-Identifier: Apache-2.0
/**
 * A database of its own: it goes through an upgrade, and its days end.
 * Guarantee: a term ends with its partition, for the organizations whose term it is and for no other. A row of any time
 * is taken. A table of before becomes a partition where it stands.
 */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { createPool } from '../connections/index.ts';
import { inTransaction } from '../db/index.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';

const SHORT = '01a00000-0000-7000-8000-000000000001';
const LONG = '01a00000-0000-7000-8000-000000000002';
const DAY = 86_400_000;

let database: TestDatabase;
let owner: pg.Client;
let pool: pg.Pool;
const address = () => ({ connectionString: database.connectionString });
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client(address());
  await owner.connect();
  await owner.query(`SELECT set_config('svc.organizations', '{${SHORT},${LONG}}', false)`);
});
afterAll(async () => {
  await pool.end();
  await owner.end();
  await database.drop();
});

/** The schema before partitions, with rows of these ages in days. */
async function upgraded(ages: readonly number[]): Promise<void> {
  await owner.query('DROP SCHEMA svc CASCADE');
  await migrate(
    address(),
    MIGRATIONS.slice(
      0,
      MIGRATIONS.findIndex(({ name }) => name === '1020-partitions'),
    ),
  );
  for (const age of ages) await insert(SHORT, age);
  await migrate(address());
}

beforeEach(async () => {
  await pool?.end();
  pool = createPool(address(), 2);
});

const idAt = (moment: number): string => {
  const hex = Math.trunc(moment).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-`;
};
let made = 0;

async function insert(organization: string, ageDays: number, decision = 'ALLOW'): Promise<string> {
  const at = Date.now() - ageDays * DAY;
  made += 1;
  const id = idAt(at) + made.toString(16).padStart(12, '0');
  await owner.query(
    `INSERT INTO svc.events (organization_id, id, seq, created_at, sandbox, api_key_id, agent_id, resource_id, action,
       decision, evaluated_decision, risk_level, risk_score, quota_exceeded, record)
     VALUES ($1, $2, -1, $3, false, $2, $2, $2, 'READ_DATA', $4, 'ALLOW', 'LOW', 0, false, '{}')`,
    [organization, id, new Date(Math.min(at, Date.now())), decision],
  );
  return id;
}

const partitionOf = async (id: string): Promise<string> =>
  (await owner.query(`SELECT tableoid::regclass::text AS name FROM svc.events WHERE id = $1`, [id])).rows[0]?.name;
const ids = async () => (await owner.query('SELECT id FROM svc.events ORDER BY id')).rows.map(({ id }) => id as string);

/** The day that begins so many days after today. */
const dayName = (days: number): string =>
  new Date(Date.now() + days * DAY).toISOString().slice(0, 10).replaceAll('-', '');

/** The age of noon of that day before today. */
const atNoon = (days: number): number => days - 0.5 + (Date.now() % DAY) / DAY;

/** Day partitions of the past, as if the service had run then. */
async function makePast(days: number): Promise<string> {
  const { rows } = await owner.query(
    `SELECT 'events_old' || $1::int AS name, svc.id_from(d) AS low, svc.id_from(d + interval '1 day') AS high
     FROM (SELECT date_trunc('day', now(), 'UTC') - make_interval(days => $1) AS d) AS of`,
    [days],
  );
  const { name, low, high } = rows[0];
  await owner.query(`CREATE TABLE svc.${name} PARTITION OF svc.events FOR VALUES FROM ('${low}') TO ('${high}')`);
  await owner.query(`SELECT svc.secure_partition('${name}')`);
  return name;
}

/** An upgrade of a year ago: all its rows have gone. */
async function withoutOld(): Promise<void> {
  await upgraded([]);
  await owner.query('DROP TABLE svc.events_before');
}

const end = async (parts: string | string[], ended: readonly string[], seen = ended): Promise<string> => {
  const [row] = await inTransaction(pool, seen, (transaction) =>
    transaction.query('SELECT svc.end_partitions($1::text[]::name[], $2::uuid[]) AS outcome', [[parts].flat(), ended]),
  );
  return row?.outcome;
};

it('takes the table that stands over as it is, with rows of any time', async () => {
  await upgraded([400, 30, 1, 0, -1, -40, -4_000]);
  expect(await ids()).toHaveLength(7);
  const { rows } = await owner.query(
    'SELECT tableoid::regclass::text AS name, count(*)::int FROM svc.events GROUP BY 1 ORDER BY 1',
  );
  expect(rows).toEqual([
    { name: 'svc.events_before', count: 5 },
    { name: 'svc.events_others', count: 2 },
  ]);
});

const make = async (days: number): Promise<number> =>
  (
    await inTransaction(pool, [], (transaction) => transaction.query('SELECT svc.make_partitions($1) AS made', [days]))
  )[0]?.made;

it('refuses no row, and moves one from the future when its day gets a partition', async () => {
  await upgraded([]);
  await owner.query(`DROP TABLE svc.events_${dayName(4)}, svc.events_${dayName(5)}`);
  const soon = await insert(LONG, atNoon(-4));
  const late = await insert(LONG, -3_000);
  expect([await partitionOf(soon), await partitionOf(late)]).toEqual(['svc.events_others', 'svc.events_others']);
  expect(await make(1)).toBe(2);
  expect(await make(1)).toBe(0);
  expect(await partitionOf(soon)).toBe(`svc.events_${dayName(4)}`);
  expect(await partitionOf(late)).toBe('svc.events_others');
  await insert(LONG, -5);
});

it('makes wide partitions where terms are long, and fills gaps between narrow ones', async () => {
  await upgraded([]);
  await owner.query(`DROP TABLE svc.events_${dayName(3)}, svc.events_${dayName(5)}, svc.events_${dayName(6)}`);
  expect(await make(14)).toBe(2);
  const { rows } = await owner.query<{ days: number }>(
    `SELECT extract(epoch FROM svc.moment_of(high) - svc.moment_of(low)) / 86400 AS days FROM svc.partitions()
     WHERE parted = 'events' AND low IS NOT NULL ORDER BY high`,
  );
  expect(rows.map(({ days }) => Number(days))).toEqual([1, 1, 1, 14]);
  await expect(make(29)).rejects.toThrow(/1 to 28 days/);
});

it('joins neighbours to one, with every row, and nothing else', async () => {
  await withoutOld();
  const parts = [await makePast(12), await makePast(11), await makePast(10)];
  const rows = [await insert(LONG, atNoon(12)), await insert(SHORT, atNoon(11)), await insert(LONG, atNoon(10))];
  await expect(end([parts[0], parts[2]] as string[], [])).rejects.toThrow(/no neighbouring partitions/);
  await expect(end([parts[0], 'webhook_deliveries_before'] as string[], [])).rejects.toThrow(/no neighbouring/);
  expect(await end(parts, [])).toBe('copied');
  expect(await ids()).toEqual(rows.toSorted());
  expect(new Set(await Promise.all(rows.map(partitionOf)))).toEqual(new Set([`svc.${parts[0]}`]));
  const read = () => inTransaction(pool, [LONG], (transaction) => transaction.query(`SELECT FROM svc.${parts[0]}`));
  await expect(read()).rejects.toThrow(/permission denied/);
});

it('drops a day that only ended organizations have rows in', async () => {
  await withoutOld();
  const part = await makePast(9);
  for (let count = 0; count < 3; count += 1)
    expect(await partitionOf(await insert(SHORT, atNoon(9)))).toBe(`svc.${part}`);
  const other = await insert(LONG, 1);
  expect(await end(part, [SHORT])).toBe('dropped');
  expect(await ids()).toEqual([other]);
});

it('copies the rows of others, of pending reviews and of events that are not counted, where they are few', async () => {
  await withoutOld();
  const part = await makePast(9);
  const inside = (organization: string) => insert(organization, atNoon(9));
  for (let count = 0; count < 20; count += 1) await inside(SHORT);
  const stays = [await inside(LONG), await inside(SHORT), await inside(SHORT)];
  await owner.query(
    `INSERT INTO svc.reviews (organization_id, event_id, sandbox, status, created_at, expires_at, approver_roles)
     VALUES ($1, $2, false, 'PENDING', now(), now() + interval '1 day', '{}')`,
    [SHORT, stays[1]],
  );
  await owner.query('UPDATE svc.events SET seq = 7 WHERE id = $1', [stays[2]]);
  await owner.query(
    `INSERT INTO svc.review_votes (organization_id, event_id, account_id, role, channel, voted_at, audit_seq,
       made_at)
     SELECT organization_id, id, gen_random_uuid(), 'OWNER', 'app', now(), 1, created_at FROM svc.events`,
  );
  expect(await end(part, [SHORT])).toBe('copied');
  expect(await ids()).toEqual(stays.toSorted());
  const { rows: votes } = await owner.query('SELECT event_id FROM svc.review_votes ORDER BY event_id');
  expect(votes.map(({ event_id: id }) => id)).toEqual(stays.toSorted());
  expect(new Set(await Promise.all(stays.map(partitionOf)))).toEqual(new Set([`svc.${part}`]));
  expect(await end(part, [SHORT])).toBe('stays');
});

it('ends no young day, no organization that is not seen, and shows no partition to the service', async () => {
  await withoutOld();
  const part = await makePast(9);
  await expect(end(part, [SHORT], [LONG])).rejects.toThrow(/does not see/);
  const kept = await insert(LONG, atNoon(9));
  const without = (parts: string) =>
    inTransaction(pool, [LONG], (transaction) => transaction.query(`SELECT svc.end_partitions(${parts}, NULL)`));
  await expect(without(`'{${part}}'`)).rejects.toThrow(/does not see/);
  await expect(without('NULL')).rejects.toThrow(/does not see/);
  expect(await ids()).toContain(kept);
  await expect(end([], [])).rejects.toThrow(/no neighbouring/);
  await expect(end([part, part], [SHORT])).rejects.toThrow(/no neighbouring/);
  await expect(end('events_others', [SHORT])).rejects.toThrow(/no neighbouring/);
  const young = await makePast(0);
  await expect(end(young, [SHORT])).rejects.toThrow(/too young/);
  const read = (sql: string) => inTransaction(pool, [SHORT], (transaction) => transaction.query(sql));
  for (const sql of [`SELECT FROM svc.${part}`, `DELETE FROM svc.${part}`, `SELECT svc.secure_partition('${part}')`]) {
    await expect(read(sql)).rejects.toThrow(/permission denied/);
  }
});
