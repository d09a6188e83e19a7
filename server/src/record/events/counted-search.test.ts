// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: a search that asks the counts finds what a look at every event finds, however far counts and clocks are
 * apart. A search for what does not occur looks at no event that is counted.
 */
import { randomUUID } from 'node:crypto';
import type { EventListQuery } from '@svc/contract';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amount } from '#harness/amount';
import { TestClock } from '#harness/clock';
import { fillLists, ORGANIZATION } from '#harness/many-rows';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { countEvents, sumDays } from '../../measures/counts/index.ts';
import { createPool, createReadPool } from '../../storage/connections/index.ts';
import { createReads, type Reads } from '../../storage/lists/index.ts';
import { listEvents } from './index.ts';

const ROWS = 12_000;
const READER = { userId: 'u', organizationId: ORGANIZATION };
const NEVER = new AbortController().signal;
const HOUR_MS = 3_600_000;
/** All rows lie on the first of November. */
const NOW_MS = Date.UTC(2026, 10, 4, 12);
const AGENTS = [randomUUID(), randomUUID(), randomUUID()] as const;
const RESOURCES = [randomUUID(), randomUUID()] as const;
const clock = TestClock.standingAt(NOW_MS);

let database: TestDatabase;
let owner: pg.Client;
let pool: pg.Pool;
let reads: Reads;
const sent: { text: string; values?: unknown[] }[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const address = { connectionString: database.connectionString };
  owner = new pg.Client(address);
  await owner.connect();
  await fillLists(owner, ROWS);
  await owner.query('UPDATE svc.events SET agent_id = $1, resource_id = $2', [AGENTS[0], RESOURCES[0]]);
  pool = createPool(address, 2, clock);
  const readPool = createReadPool(address, 1, clock);
  readPool.on('connect', (client) => {
    const query = client.query.bind(client) as (...all: unknown[]) => unknown;
    client.query = ((...all: unknown[]) => {
      const [asked] = all as [{ text?: string; values?: unknown[] }];
      if (asked.text?.includes('svc.events') === true) sent.push({ text: asked.text, values: asked.values ?? [] });
      return query(...all);
    }) as typeof client.query;
  });
  reads = createReads(readPool);
});
afterAll(async () => {
  await pool.end();
  await reads.pool.end();
  await owner.end();
  await database.drop();
});

type Filters = Omit<EventListQuery, 'limit' | 'cursor'>;

/** All pages of a list. @returns numbers of events */
async function find(filters: Filters, limit = 200): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | null = null; ; ) {
    const list = await listEvents(reads, READER, filters, { limit, after });
    found.push(...list.items.map(({ id }) => id));
    if (list.nextCursor === null) return found;
    after = Buffer.from(list.nextCursor, 'base64url').toString();
  }
}

/** Rows of events that the statements of a search look at, by their plans. */
async function looksAt(filters: Filters): Promise<number> {
  sent.length = 0;
  await find(filters);
  let rows = 0;
  for (const { text, values } of sent.splice(0)) {
    const { rows: explained } = await owner.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, values);
    const walk = (plan: Record<string, unknown>): void => {
      const own = String(plan['Relation Name']).startsWith('events') ? Number(plan['Actual Rows']) : 0;
      const removed = String(plan['Relation Name']).startsWith('events')
        ? Number(plan['Rows Removed by Filter'] ?? 0)
        : 0;
      rows += (own + removed) * Number(plan['Actual Loops']);
      for (const part of (plan.Plans ?? []) as Record<string, unknown>[]) walk(part);
    };
    walk(explained[0]['QUERY PLAN'][0].Plan);
  }
  return rows;
}

async function count(batchesMax = 1_000): Promise<void> {
  await countEvents(pool, ORGANIZATION, NEVER, { numbersPerBatchMax: 4_000, batchesMax });
  await sumDays(pool, ORGANIZATION, NEVER, { daysMax: 1_000 });
}

const NOWHERE: readonly Filters[] = [
  { riskLevel: 'CRITICAL' },
  { decision: 'BLOCK' },
  { decision: 'STOPPED', riskLevel: 'LOW' },
  { action: 'DELETE_DATA' },
  { action: 'READ_DATA', decision: 'REVIEW' },
  { agent: randomUUID() },
  { agent: randomUUID(), resource: randomUUID(), action: 'READ_DATA' },
  { decision: 'REVIEW', sandbox: 'true', q: 'anything' },
];

it('looks at no counted event for what does not occur, and at all of them before they are counted', async () => {
  for (const filters of NOWHERE) expect(await looksAt(filters), JSON.stringify(filters)).toBeGreaterThan(ROWS / 4);
  await count();
  for (const filters of NOWHERE) expect(await looksAt(filters), JSON.stringify(filters)).toBeLessThan(10);
  expect(await find({ action: 'READ_DATA' })).toHaveLength((ROWS * 2) / 3);
});

it('finds what is not counted yet', async () => {
  await owner.query(
    `INSERT INTO svc.events SELECT (jsonb_populate_record(NULL::svc.events, to_jsonb(e) || jsonb_build_object(
       'id', gen_random_uuid(), 'seq', $2::bigint + 1, 'decision', 'BLOCK', 'risk_level', 'CRITICAL'))).*
     FROM svc.events e WHERE organization_id = $1 AND NOT sandbox LIMIT 1`,
    [ORGANIZATION, ROWS],
  );
  await owner.query('UPDATE svc.organization_heads SET audit_seq = audit_seq + 1');
  expect(await find({ riskLevel: 'CRITICAL', decision: 'BLOCK' })).toHaveLength(1);
  await count();
  expect(await find({ riskLevel: 'CRITICAL', decision: 'BLOCK' })).toHaveLength(1);
  expect(await looksAt({ riskLevel: 'CRITICAL', decision: 'BLOCK' })).toBeLessThan(20_000);
});

const DECISIONS = ['ALLOW', 'ALLOW', 'ALLOW', 'REVIEW', 'BLOCK'] as const;
const LEVELS = ['LOW', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
const ACTIONS = ['READ_DATA', 'READ_DATA', 'EXPORT_DATA', 'DELETE_DATA'] as const;
const event = fc.record({
  agent: fc.constantFrom(...AGENTS),
  resource: fc.constantFrom(...RESOURCES),
  decision: fc.constantFrom(...DECISIONS),
  level: fc.constantFrom(...LEVELS),
  action: fc.constantFrom(...ACTIONS),
  sandbox: fc.boolean(),
  // Clocks of processes differ by hours; few are wrong by days, and few by years.
  aheadHours: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: -3, max: 0 }) },
    { weight: 1, arbitrary: fc.constantFrom(-24 * 30, -24 * 385, -24 * 800, 48, 24 * 400) },
  ),
});
const filters = fc.record(
  {
    agent: fc.constantFrom(...AGENTS),
    resource: fc.constantFrom(...RESOURCES),
    decision: fc.constantFrom('ALLOW', 'REVIEW', 'BLOCK', 'STOPPED'),
    riskLevel: fc.constantFrom(...LEVELS),
    action: fc.constantFrom(...ACTIONS),
    sandbox: fc.constantFrom('true', 'false'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Filters>;
type Past = typeof event extends fc.Arbitrary<infer One> ? One : never;

const USUAL: Past = {
  agent: AGENTS[0],
  resource: RESOURCES[0],
  decision: 'ALLOW',
  level: 'LOW',
  action: 'READ_DATA',
  sandbox: false,
  aheadHours: 0,
};

/** Far apart, so that no two parts of a search are joined. */
const NUMBERS_APART = 1_500;

async function record(events: readonly (Past & { id: string })[], first: number, atMs: (at: number) => number) {
  const rows = events.map((one, at) => ({
    id: one.id,
    seq: (first + at + 1) * NUMBERS_APART,
    created_at: new Date(atMs(first + at) + one.aheadHours * HOUR_MS).toISOString(),
    sandbox: one.sandbox,
    agent_id: one.agent,
    resource_id: one.resource,
    action: one.action,
    decision: one.decision,
    risk_level: one.level,
  }));
  await owner.query(
    `INSERT INTO svc.events (organization_id, id, seq, created_at, sandbox, api_key_id, agent_id, resource_id, action,
       decision, evaluated_decision, risk_level, risk_score, quota_exceeded, record)
     SELECT $1, id, seq, created_at, sandbox, gen_random_uuid(), agent_id, resource_id, action, decision, decision,
       risk_level, 1, false, '{"reasons":[]}'
     FROM json_populate_recordset(NULL::svc.events, $2)`,
    [ORGANIZATION, JSON.stringify(rows)],
  );
  await owner.query('UPDATE svc.organization_heads SET audit_seq = $1', [(first + events.length) * NUMBERS_APART]);
}

const matches = (one: Past, asked: Filters): boolean =>
  one.sandbox === (asked.sandbox === 'true') &&
  (asked.agent === undefined || one.agent === asked.agent) &&
  (asked.resource === undefined || one.resource === asked.resource) &&
  (asked.riskLevel === undefined || one.level === asked.riskLevel) &&
  (asked.action === undefined || one.action === asked.action) &&
  (asked.decision === undefined ||
    (asked.decision === 'STOPPED' ? one.decision !== 'ALLOW' : one.decision === asked.decision));

async function empty(): Promise<void> {
  const tables = ['events', 'count_cursors', 'decision_hours', 'decision_days', 'decision_code_hours'];
  for (const table of [...tables, 'decision_code_days']) await owner.query(`DELETE FROM svc.${table}`);
}

async function forgetOldSums(): Promise<void> {
  const before = new Date(NOW_MS - 760 * 24 * HOUR_MS);
  await owner.query('DELETE FROM svc.decision_hours WHERE hour_at < $1', [before]);
  await owner.query('DELETE FROM svc.decision_days WHERE day_at < $1', [before]);
}

it('finds an event of a wrong clock among younger ones, also when its sums are forgotten', async () => {
  await empty();
  const events = Array.from({ length: 9 }, () => ({ ...USUAL, id: randomUUID() }));
  const old = { ...USUAL, id: randomUUID(), level: 'CRITICAL' as const, aheadHours: -24 * 800 };
  await record([...events.slice(0, 5), old, ...events.slice(5)], 0, (at) => NOW_MS - (10 - at) * HOUR_MS);
  await count();
  await forgetOldSums();
  expect(await find({ riskLevel: 'CRITICAL' })).toEqual([old.id]);
});

it('finds what a process of an earlier build has counted, before and after one of this build counts again', async () => {
  await empty();
  const made = (level: Past['level']) => ({ ...USUAL, level, id: randomUUID() });
  const atMs = (at: number) => NOW_MS - (15 - at) * 24 * HOUR_MS;
  const first = [made('LOW'), made('HIGH'), made('LOW')];
  await record(first, 0, atMs);
  await count();
  const second = [made('LOW'), made('CRITICAL'), made('LOW')];
  await record(second, 3, atMs);
  const [{ numbers_to: numbersTo }] = (await owner.query('SELECT numbers_to FROM svc.count_cursors')).rows;
  await count();
  // The earlier build makes the same sums, and leaves out the numbers.
  const forget = async (table: string, column: string, fromMs: number) =>
    await owner.query(`UPDATE svc.${table} SET seq_from = NULL, seq_to = NULL WHERE ${column} >= $1`, [
      new Date(fromMs),
    ]);
  await owner.query('UPDATE svc.count_cursors SET numbers_to = $1', [numbersTo]);
  await forget('decision_hours', 'hour_at', atMs(2) + HOUR_MS);
  await forget('decision_days', 'day_at', atMs(2));
  const shown = async () => [await find({ riskLevel: 'CRITICAL' }), await find({ riskLevel: 'HIGH' })];
  const expected = [[second[1]?.id], [first[1]?.id]];
  expect(await shown()).toEqual(expected);
  await record([made('LOW'), made('MEDIUM')], 6, atMs);
  await count();
  expect(await shown()).toEqual(expected);
});

it('finds what is in a day that a process of an earlier build has summed', async () => {
  await empty();
  const levels = ['LOW', 'LOW', 'CRITICAL', 'LOW', 'LOW'] as const;
  const events = levels.map((level) => ({ ...USUAL, level, id: randomUUID() }));
  await record(events, 0, (at) => NOW_MS - (15 - at) * 24 * HOUR_MS);
  await count();
  const day = new Date(NOW_MS - 13 * 24 * HOUR_MS - 12 * HOUR_MS);
  const { rowCount } = await owner.query(
    'UPDATE svc.decision_days SET seq_from = NULL, seq_to = NULL WHERE day_at = $1',
    [day],
  );
  expect(rowCount).toBeGreaterThan(0);
  expect(await find({ riskLevel: 'CRITICAL' })).toEqual([events[2]?.id]);
});

it('finds what a look at all events finds, whatever was counted when', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 20, maxLength: 80 }),
      fc.array(filters, { minLength: 3, maxLength: 6 }),
      fc.integer({ min: 0, max: 100 }),
      async (past, asked, countedShare) => {
        await empty();
        const events = past.map((one) => ({ ...one, id: randomUUID() }));
        const atMs = (at: number) => NOW_MS - (events.length - at) * 5 * HOUR_MS;
        const half = Math.floor(events.length / 2);
        await record(events.slice(0, half), 0, atMs);
        await count();
        await record(events.slice(half), half, atMs);
        await count(Math.floor((countedShare / 100) * events.length));
        await forgetOldSums();
        for (const one of [...asked, { riskLevel: 'CRITICAL' as const, decision: 'BLOCK' as const }]) {
          const expected = events.filter((any) => matches(any, one)).map(({ id }) => id);
          expect(await find(one, 3), JSON.stringify(one)).toEqual(expected.toReversed());
        }
      },
    ),
    { numRuns: amount(12, 100), endOnFailure: true },
  );
});
