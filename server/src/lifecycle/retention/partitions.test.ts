// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: its partitions end.
 * Guarantee: a term ends with a partition where no other organization needs it, and by row where many do. Nothing goes
 * before its term, or stays much longer. Lists never read many partitions. A reader delays an end, and no decision.
 */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ACME, call, GLOBEX, PLAIN_ACTION, startTestService, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople } from '#harness/service/sessions.ts';
import { createPatientPool } from '../../storage/connections/index.ts';
import { deleteExpiredEvents, turnPartitions } from './index.ts';

const DAY_MS = 86_400_000;
/** A setting of Acme's own. Globex keeps 30 days, as TEAM does. */
const ACME_DAYS = 10;
const OLDEST_DAY = 80;

let service: TestService;
let patient: pg.Pool;
beforeAll(async () => {
  service = await startTestService({ provisioning: acmeWithPeople({ settings: [`retentionDays: ${ACME_DAYS}`] }) });
  patient = createPatientPool({ connectionString: service.database.connectionString });
});
afterAll(async () => {
  await patient.end();
  await service.stop();
});

const never = new AbortController().signal;
const sql = <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  readRows<Row>(service.database, text, values);
const turn = () => turnPartitions({ pool: service.app.pool, patient }, Date.now(), never);
const deleteRows = () => deleteExpiredEvents(service.app.pool, Date.now(), never);

/** A past of days, as if the service had run then. */
beforeEach(async () => {
  await sql(`UPDATE svc.organizations SET plan = 'TEAM', retention_days = NULL WHERE name = $1`, [GLOBEX]);
  await sql(`DO $$
    DECLARE
      one record;
      day timestamptz := date_trunc('day', now(), 'UTC');
    BEGIN
      FOR one IN SELECT part FROM svc.partitions() LOOP
        EXECUTE format('DROP TABLE svc.%I', one.part);
      END LOOP;
      FOR ago IN 0 .. ${OLDEST_DAY} LOOP
        EXECUTE format('CREATE TABLE svc.events_past_%s PARTITION OF svc.events FOR VALUES FROM (%L) TO (%L)', ago,
          svc.id_from(day - make_interval(days => ago)), svc.id_from(day - make_interval(days => ago - 1)));
        PERFORM svc.secure_partition(('events_past_' || ago)::name);
      END LOOP;
    END $$`);
});

/** Events of one moment, in days before now. */
async function insert(organization: string, ageDays: number, count: number): Promise<void> {
  await sql(
    `INSERT INTO svc.events (organization_id, id, seq, created_at, sandbox, api_key_id, agent_id, resource_id, action,
       decision, evaluated_decision, risk_level, risk_score, quota_exceeded, record)
     SELECT organization_id, (left(svc.id_from($2)::text, 15) || right(gen_random_uuid()::text, 21))::uuid, -n, $2, false,
       gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'READ_DATA', 'ALLOW', 'ALLOW', 'LOW', 0, false, '{}'
     FROM svc.organizations, generate_series(1, $3::int) n WHERE name = $1`,
    [organization, new Date(Date.now() - ageDays * DAY_MS), count],
  );
}

const agesOf = async (organization: string): Promise<Record<string, number>> => {
  const rows = await sql<{ age: number; count: number }>(
    `SELECT round(extract(epoch FROM now() - e.created_at) / 86400)::int AS age, count(*)::int FROM svc.events e
     JOIN svc.organizations o USING (organization_id) WHERE o.name = $1 GROUP BY 1`,
    [organization],
  );
  return Object.fromEntries(rows.map(({ age, count }) => [age, count]));
};
const partsOf = async (table = 'events'): Promise<number> =>
  (await sql('SELECT FROM svc.partitions() WHERE parted = $1 AND high < svc.id_from(now())', [table])).length;

it('drops the days that are past for everyone, and copies or deletes rows where others keep theirs', async () => {
  for (const age of [40, 25, 20, 5]) await insert(ACME, age, 10);
  for (const [age, count] of [
    [40, 10],
    [25, 1],
    [20, 10],
  ] as const)
    await insert(GLOBEX, age, count);
  expect(await turn()).toBe(0);
  expect(await agesOf(ACME)).toEqual({ 20: 10, 5: 10 });
  expect(await agesOf(GLOBEX)).toEqual({ 25: 1, 20: 10 });
  expect(await deleteRows()).toBe(0);
  expect(await agesOf(ACME)).toEqual({ 5: 10 });
  expect(await agesOf(GLOBEX)).toEqual({ 25: 1, 20: 10 });
  // Empty days before the terms are gone too. The two days that Globex has rows in stay, and those of Acme's term.
  expect(await partsOf()).toBeLessThanOrEqual(2 + ACME_DAYS + 1);
});

it('leaves a day that is partly past to its partition, and deletes by row what no partition ended in time', async () => {
  const sinceMidnight = (Date.now() % DAY_MS) / DAY_MS;
  // The first moment of the day in which the term of Acme begins, and the last of the day before.
  const [partly, wholly] = [ACME_DAYS + sinceMidnight - 1e-6, ACME_DAYS + sinceMidnight + 1e-6];
  await insert(ACME, partly, 1);
  await insert(ACME, wholly + 3, 1);
  const reader = new pg.Client({ connectionString: service.database.connectionString });
  await reader.connect();
  await reader.query('BEGIN');
  await reader.query('SELECT FROM svc.events LIMIT 1');
  try {
    expect(await turn()).toBeGreaterThan(0);
    const { status } = await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION });
    expect(status).toBe(200);
    expect(await deleteRows()).toBe(0);
  } finally {
    await reader.end();
  }
  const rows = await sql<{ id: string }>(`SELECT id FROM svc.events WHERE seq < 0`);
  expect(rows).toHaveLength(1);
  expect(await turn()).toBe(0);
  expect(await sql(`SELECT FROM svc.events WHERE seq < 0`)).toHaveLength(1);
});

it('joins old days, so that a year of them is few partitions, and never joins the same twice', async () => {
  await sql(`UPDATE svc.organizations SET plan = 'ENTERPRISE' WHERE name = $1`, [GLOBEX]);
  for (let age = 1; age < OLDEST_DAY; age += 1) await insert(GLOBEX, age, 2);
  const before = await sql<{ id: string }>('SELECT id FROM svc.events ORDER BY id');
  expect(await turn()).toBe(0);
  // Five weeks of days, two weeks that are not full yet, and the rest by two weeks.
  const parts = await partsOf();
  expect(parts).toBeLessThanOrEqual(35 + 14 + Math.ceil((OLDEST_DAY - 35) / 14));
  expect(await sql('SELECT id FROM svc.events ORDER BY id')).toEqual(before);
  const oids = () => sql(`SELECT c.oid FROM svc.partitions() p JOIN pg_class c ON c.relname = p.part ORDER BY 1`);
  const first = await oids();
  expect(await turn()).toBe(0);
  expect(await oids()).toEqual(first);
});

it('makes the days to come: narrow ones for short terms, wide ones where all are long', async () => {
  const widths = async () => {
    await turn();
    const rows = await sql<{ days: number }>(
      `SELECT DISTINCT (extract(epoch FROM svc.moment_of(high) - svc.moment_of(low)) / 86400)::int AS days
       FROM svc.partitions() WHERE parted = 'webhook_deliveries' ORDER BY 1`,
    );
    return rows.map(({ days }) => days);
  };
  expect(await widths()).toEqual([1]);
  await sql(`DO $$ DECLARE one record; BEGIN
    FOR one IN SELECT part FROM svc.partitions() WHERE parted = 'webhook_deliveries' LOOP
      EXECUTE format('DROP TABLE svc.%I', one.part);
    END LOOP; END $$`);
  await sql(`UPDATE svc.organizations SET plan = 'BUSINESS', retention_days = NULL`);
  expect(await widths()).toEqual([14]);
});
