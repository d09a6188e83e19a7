// SPDX-License-Identifier: Apache-2.0
/**
 * Measures how long an upgrade to partitions stops an insert, and how much the end of a term writes. Both run on
 * databases of their own, vacuumed as old rows are.
 */
import pg from 'pg';
import { loadBuilt } from '../built.ts';
import { provisioningFile } from '../organizations.ts';
import { progress } from '../rounds.ts';
import { createDatabase, type Stage } from '../stage.ts';
import type { Row } from '../table.ts';

/** A fifth of what the targets are for. */
const EVENTS = 2_000_000;
const UPGRADE_STOPS_MS_MAX = 5_000;
const RETENTION_WAL_MIB_MAX = 2;
const DAYS = 10;
/** In databases without a service. */
const ORGANIZATION = '01a00000-0000-7000-8000-000000000001';
const RETENTION_DATABASE = 'growth_retention';

export async function measureGrowth(stage: Stage): Promise<Row[]> {
  return [await measureUpgrade(stage), await measureRetention(stage)];
}

async function measureUpgrade(stage: Stage): Promise<Row> {
  const connectionString = await createDatabase(stage.connectionString, 'growth_upgrade');
  const { migrate } =
    await loadBuilt<typeof import('../../../server/src/storage/schema/migrate.ts')>('storage/schema/migrate.js');
  const { MIGRATIONS } = await loadBuilt<typeof import('../../../server/src/storage/schema/migrations/index.ts')>(
    'storage/schema/migrations/index.js',
  );
  const before = MIGRATIONS.findIndex(({ name }) => name === '1020-partitions');
  await migrate({ connectionString }, MIGRATIONS.slice(0, before));
  const client = await ownerOf(connectionString);
  try {
    await fill(client, ORGANIZATION);
    const beganMs = performance.now();
    const longestMs = await longestInsert(connectionString, () => migrate({ connectionString }));
    return {
      what: `Longest wait of an insert while ${EVENTS.toLocaleString('en')} events become a partition`,
      ours: `${longestMs.toFixed(0)} ms`,
      beside: `the whole upgrade: ${(performance.now() - beganMs).toFixed(0)} ms`,
      results: [longestMs],
      unit: ' ms',
      target: { bound: 'max', value: UPGRADE_STOPS_MS_MAX },
    };
  } finally {
    await client.end();
  }
}

/** Inserts one row after the other while `work` runs. @returns the longest, in milliseconds */
async function longestInsert(connectionString: string, work: () => Promise<void>): Promise<number> {
  const client = await ownerOf(connectionString);
  let [longestMs, isDone] = [0, false];
  const done = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const beganMs = performance.now();
    await client.query(INSERT, [ORGANIZATION]);
    longestMs = Math.max(longestMs, performance.now() - beganMs);
  }
  await client.end();
  await done;
  return longestMs;
}

async function measureRetention(stage: Stage): Promise<Row> {
  const { turnPartitions } =
    await loadBuilt<typeof import('../../../server/src/lifecycle/retention/index.ts')>('lifecycle/retention/index.js');
  const { createPatientPool, createPool } =
    await loadBuilt<typeof import('../../../server/src/storage/connections/index.ts')>('storage/connections/index.js');
  const server = await stage.startWith(provisioningFile(), RETENTION_DATABASE, {});
  await server.stop();
  const address = new URL(stage.connectionString);
  address.pathname = RETENTION_DATABASE;
  const connectionString = address.href;
  const client = await ownerOf(connectionString);
  const [pool, patient] = [createPool({ connectionString }, 2), createPatientPool({ connectionString })];
  try {
    const organization = await setUp(client);
    await fill(client, organization);
    const { rows: began } = await client.query<{ at: string }>('SELECT pg_current_wal_insert_lsn()::text AS at');
    const beganMs = performance.now();
    await turnPartitions({ pool, patient }, Date.now(), new AbortController().signal);
    const tookMs = performance.now() - beganMs;
    const { rows } = await client.query<{ left: number; mib: number }>(
      `SELECT (SELECT count(*)::int FROM svc.events) AS left,
         (pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1) / 1048576)::float8 AS mib`,
      [began[0]?.at],
    );
    const { left = 0, mib = 0 } = rows[0] ?? {};
    if (left > 0) throw new Error(`${left} events were left`);
    return {
      what: `Write-ahead log of the end of the term of ${EVENTS.toLocaleString('en')} events`,
      ours: `${mib.toFixed(2)} MiB`,
      beside: `in ${(tookMs / 1_000).toFixed(1)} s`,
      results: [mib],
      unit: ' MiB',
      target: { bound: 'max', value: RETENTION_WAL_MIB_MAX },
    };
  } finally {
    await Promise.all([pool.end(), patient.end(), client.end()]);
  }
}

/** A past of days, and an organization. Its events have numbers from before the counting. */
async function setUp(client: pg.Client): Promise<string> {
  await client.query(`SELECT set_config('svc.across', 'organization_directory', false)`);
  const { rows } = await client.query<{ id: string }>('SELECT organization_id AS id FROM svc.organization_directory');
  const ids = rows.map(({ id }) => id);
  await client.query(`SELECT set_config('svc.organizations', $1, false)`, [`{${ids.join(',')}}`]);
  await client.query(`UPDATE svc.organizations SET plan = 'TEAM', retention_days = NULL`);
  await client.query(PAST_DAYS);
  return ids[0] ?? '';
}

async function ownerOf(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`SELECT set_config('svc.organizations', '{${ORGANIZATION}}', false)`);
  return client;
}

async function fill(client: pg.Client, organization: string): Promise<void> {
  progress(`${EVENTS.toLocaleString('en')} events`);
  const step = EVENTS / DAYS;
  for (let day = 0; day < DAYS; day += 1) await client.query(FILL, [organization, day, step]);
  await client.query('VACUUM (FREEZE) svc.events');
  await client.query('CHECKPOINT');
}

const COLUMNS = `organization_id, id, seq, created_at, sandbox, api_key_id, agent_id, resource_id, action, decision,
  evaluated_decision, risk_level, risk_score, quota_exceeded, record`;

/** Events of one day, from the 45th before today, evenly over it. The record has the length of a common one. */
const FILL = `
  INSERT INTO svc.events (${COLUMNS})
  SELECT $1, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7000'
      || substr(md5(n::text || $2::int), 1, 16))::uuid,
    -($2::bigint * $3::bigint + n), at, false, $1, $1, $1, 'READ_DATA', 'ALLOW', 'ALLOW', 'LOW', 10, false,
    json_build_object('agent', 'billing-bot', 'resource', 'orders',
      'reasons', json_build_array(repeat('r', 380), md5(n::text)))
  FROM generate_series(1, $3::int) n,
    LATERAL (SELECT date_trunc('day', now(), 'UTC') - make_interval(days => 45 - $2::int)
      + interval '1 day' * ((n - 1)::float8 / $3::int) AS at) AS moment`;

const INSERT = `
  INSERT INTO svc.events (${COLUMNS})
  VALUES ($1, (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || '7000'
    || substr(md5(random()::text), 1, 16))::uuid, 9000000000, now(), false, $1, $1, $1, 'READ_DATA',
     'ALLOW', 'ALLOW', 'LOW', 10, false, '{}')`;

const PAST_DAYS = `
  DO $$
  DECLARE
    day timestamptz := date_trunc('day', now(), 'UTC') - interval '46 days';
  BEGIN
    DROP TABLE svc.events_before;
    WHILE day < date_trunc('day', now(), 'UTC') + interval '2 days' LOOP
      EXECUTE format('CREATE TABLE svc.events_past_%s PARTITION OF svc.events FOR VALUES FROM (%L) TO (%L)',
        to_char(day, 'YYYYMMDD'), svc.id_from(day), svc.id_from(day + interval '1 day'));
      PERFORM svc.secure_partition(('events_past_' || to_char(day, 'YYYYMMDD'))::name);
      day := day + interval '1 day';
    END LOOP;
  END $$`;
