// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: a call of `svc.record_batch` writes rows of the organization that it names alone, whatever its rows say. It
 * writes nothing behind another head or a held key.
 */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { createPool } from '../../storage/connections/index.ts';
import { columnArrays, inTransaction } from '../../storage/db/index.ts';
import { ENTRY_COLUMNS } from '../../storage/heads/index.ts';
import { migrate } from '../../storage/schema/migrate.ts';
import { EVENT_COLUMNS, KEY_COLUMNS } from './rows.ts';

const OWN = '018f0000-0000-7000-8000-00000000000a';
const OTHER = '018f0000-0000-7000-8000-00000000000b';
const EVENT = '018f0000-0000-7000-8000-0000000000e1';
const ID = '018f0000-0000-7000-8000-000000000001';
const HASH = 'ab'.repeat(32);
const AT_MS = Date.UTC(2026, 10, 23);
const AT = new Date(AT_MS).toISOString();

let pool: pg.Pool;
let admin: pg.Client;
beforeAll(async () => {
  const database = await openEmptyDatabase();
  await migrate({ connectionString: database.connectionString });
  admin = new pg.Client({ connectionString: database.connectionString });
  await admin.connect();
  await admin.query(`SELECT set_config('svc.organizations', $1, false)`, [`{${OWN},${OTHER}}`]);
  await admin.query(
    `INSERT INTO svc.organizations (organization_id, name, plan, time_zone, enforcement, review_expiry_minutes,
       risk_review_at, risk_block_at, created_at, updated_at)
     SELECT id, 'Acme', 'TEAM', 'UTC', 'ENFORCE', 60, 40, 90, $2, $2 FROM unnest($1::uuid[]) AS o (id)`,
    [[OWN, OTHER], AT],
  );
  pool = createPool({ connectionString: database.connectionString }, 2);
});
const TABLES = [
  'organization_heads',
  'idempotency_records',
  'events',
  'audit_entries',
  'reviews',
  'notice_outbox',
  'acts',
  'webhook_deliveries',
  'webhook_outbox',
  'counters',
  'webhook_holds',
  'usage_months',
];
beforeEach(async () => {
  await admin.query(`TRUNCATE ${TABLES.map((name) => `svc.${name}`).join(', ')} CASCADE`);
  await admin.query(
    `INSERT INTO svc.organization_heads
       (organization_id, generation, audit_seq, audit_hash, policy_set_version, usage_month, usage_events)
     SELECT id, 1, 0, decode(repeat('00', 32), 'hex'), 1, '2026-11-01', 0 FROM unnest($1::uuid[]) AS o (id)`,
    [[OWN, OTHER]],
  );
});
afterAll(async () => {
  await pool.end();
  await admin.end();
});

const KEY = {
  ...{ endpoint: 'events', key: 'k', created_at: AT_MS, event_id: EVENT },
  ...{ fingerprint: HASH, fingerprint_key_id: 'x' },
};
const EVENT_ROW = {
  ...{ id: EVENT, seq: 1, created_at: AT_MS, sandbox: false, api_key_id: ID, agent_id: ID, resource_id: ID },
  ...{ action: 'READ_DATA', destination: null, records_affected: null, decision: 'REVIEW', risk_level: 'LOW' },
  ...{ evaluated_decision: 'REVIEW', risk_score: 5, quota_exceeded: false, record: '{}', gateway_call: null },
  ...{ action_digest: HASH, payload_salt: null, content_scanned: false, redeemable_until: null, context: null },
};
const ENTRY = {
  ...{ seq: 1, at: AT_MS, kind: 'decision.recorded', actor_type: 'key', actor_id: ID, subject_type: 'event' },
  ...{ subject_id: EVENT, metadata: '{}', prev_hash: '00'.repeat(32), hash: HASH },
};
/** Rows that name another organization, as those of a hostile process would. */
const HOSTILE = { organization_id: OTHER, organization: OTHER };
const hostile = (...rows: object[]) => JSON.stringify(rows.map((row) => ({ ...row, ...HOSTILE })));

interface Call {
  organization?: string;
  generation?: number;
  seq?: number;
  sees?: readonly string[];
  key?: typeof KEY | null;
  /** As versions call it that know no counts. */
  isOlder?: boolean;
}

async function record(given: Call = {}) {
  const { organization = OWN, generation = 1, seq = 0, sees = [], key = KEY, isOlder = false } = given;
  const review = { event_id: EVENT, sandbox: false, created_at: AT, expires_at: AT, approver_roles: [], risk_score: 5 };
  const counts = { skipped: 1, blocks: 0, reviews: 1, criticals: 0, anomalies: 0 };
  const skips = { endpoint_id: ID, ...counts, first_event_id: EVENT, first_at: AT, last_event_id: EVENT, last_at: AT };
  const values = [
    ...[organization, true, generation, seq, Buffer.alloc(32), 1, Buffer.from(HASH, 'hex'), '2026-12-01', 1],
    ...(key === null
      ? Object.keys(KEY_COLUMNS).map(() => null)
      : columnArrays(KEY_COLUMNS, [key]).map((one) => one.toBuffer())),
    ...columnArrays(EVENT_COLUMNS, [EVENT_ROW]).map((one) => one.toBuffer()),
    ...columnArrays(ENTRY_COLUMNS, [ENTRY]).map((one) => one.toBuffer()),
    hostile({ ...review, escalates: true }),
    hostile({ event_id: EVENT, redeemed_at: AT, redeem_key: 'r', entries: [1] }),
    hostile({ id: ID, endpoint_id: ID, event_id: EVENT, types: ['REVIEW'], created_at: AT, data: null }),
    hostile(skips),
    hostile({ month: '2026-11-01', events: 7 }),
    ...(isOlder
      ? []
      : [hostile({ name: 'c', of: ID, sandbox: false, bucket: '', window_start: AT, window_end: null, used: 1 })]),
  ];
  const call = `SELECT svc.record_batch(${values.map((_, place) => `$${place + 1}`).join(', ')}) AS answer`;
  const [row] = await inTransaction(pool, sees, (transaction) => transaction.query(call, values));
  return row?.answer;
}

/** How many rows of each organization the tables hold. */
async function counted(): Promise<Record<string, { own: number; other: number }>> {
  const found: Record<string, { own: number; other: number }> = {};
  for (const table of TABLES) {
    const { rows } = await admin.query(
      `SELECT count(*) FILTER (WHERE organization_id = $1)::int AS own,
         count(*) FILTER (WHERE organization_id <> $1)::int AS other FROM svc.${table}`,
      [OWN],
    );
    found[table] = rows[0];
  }
  return found;
}

const NOTHING = Object.fromEntries(TABLES.map((table) => [table, { own: 0, other: 0 }]));
const HEADS = { organization_heads: { own: 1, other: 1 } };

it.each([
  { case: 'sees none before', sees: [] },
  { case: 'saw the other one before', sees: [OTHER] },
])('writes rows of its argument alone, in a transaction that $case', async ({ sees }) => {
  expect(await record({ sees })).toBe('recorded');
  const one = Object.fromEntries(TABLES.map((table) => [table, { own: 1, other: 0 }]));
  expect(await counted()).toEqual({ ...one, ...HEADS, notice_outbox: { own: 2, other: 0 } });
  const { rows } = await admin.query('SELECT audit_seq::int FROM svc.organization_heads WHERE organization_id = $1', [
    OTHER,
  ]);
  expect(rows).toEqual([{ audit_seq: 0 }]);
});

it.each([
  { case: 'another generation', call: { generation: 2 } },
  { case: 'another number', call: { seq: 7 } },
  { case: 'no organization', call: { organization: ID } },
])('changes nothing behind $case', async ({ call }) => {
  expect(await record(call)).toBe('other head');
  expect(await counted()).toEqual({ ...NOTHING, ...HEADS });
});

it.each([
  { ageMs: 24 * 3_600_000 - 1, answer: 'taken key' },
  { ageMs: 24 * 3_600_000, answer: 'recorded' },
])('answers "$answer" for a key that is held since $ageMs ms', async ({ ageMs, answer }) => {
  await admin.query(
    `INSERT INTO svc.idempotency_records
       (organization_id, endpoint, key, created_at, event_id, fingerprint, fingerprint_key_id)
     SELECT $1, 'events', 'k', $3, $2, '\\x00', 'x'`,
    [OWN, ID, new Date(AT_MS - ageMs)],
  );
  expect(await record()).toBe(answer);
  const { rows } = await admin.query('SELECT event_id FROM svc.idempotency_records');
  expect(rows).toEqual([{ event_id: answer === 'recorded' ? EVENT : ID }]);
  expect((await counted()).events).toEqual({ own: answer === 'recorded' ? 1 : 0, other: 0 });
});

it('is undone as a whole by a row that is refused', async () => {
  expect(await record({ key: null })).toBe('recorded');
  await admin.query('UPDATE svc.organization_heads SET audit_seq = 0, audit_hash = $1', [Buffer.alloc(32)]);
  await admin.query('DELETE FROM svc.events');
  await expect(record()).rejects.toMatchObject({ code: '23505' });
  const { idempotency_records, events } = await counted();
  expect({ idempotency_records, events }).toEqual({
    idempotency_records: { own: 0, other: 0 },
    events: { own: 0, other: 0 },
  });
});

it('records for a process of an older version where nothing is counted, and nothing where something is', async () => {
  expect(await record({ isOlder: true })).toBe('recorded');
  await admin.query(
    `INSERT INTO svc.budgets (organization_id, id, name, spec, series, since, created_at, updated_at)
     VALUES ($1, $2, 'Few', '{}', 1, $3, $3, $3)`,
    [OWN, ID, AT],
  );
  await expect(record({ isOlder: true, seq: 1 })).rejects.toThrow('a process of an older version knows no budgets');
  await admin.query('DELETE FROM svc.budgets');
});

it('takes the columns in the order in which they are sent', async () => {
  const { rows } = await admin.query<{ names: string[] }>(
    `SELECT proargnames AS names FROM pg_proc WHERE proname = 'record_batch' ORDER BY pronargs DESC LIMIT 1`,
  );
  const sent = [
    ...Object.keys(KEY_COLUMNS).map((name) => `keys_${name}`),
    ...Object.keys(EVENT_COLUMNS).map((name) => `events_${name}`),
    ...Object.keys(ENTRY_COLUMNS).map((name) => `entries_${name}`),
  ];
  expect(rows[0]?.names.slice(9, 9 + sent.length)).toEqual(sent);
});
