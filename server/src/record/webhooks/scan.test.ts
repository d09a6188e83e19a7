// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a scan of the outbox finds every endpoint with waiting deliveries, however long other queues are. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestClock } from '#harness/clock';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { createPool } from '../../storage/connections/index.ts';
import { LOOKS_PER_SCAN, ROWS_PER_LOOK } from './limits.ts';
import { organizationsOf, scanDue } from './scan.ts';

const clock = TestClock.standingAt(Date.now());
let database: TestDatabase;
let pool: pg.Pool;
let admin: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.connectionString }, 2, clock);
  admin = new pg.Client({ connectionString: database.connectionString });
  await admin.connect();
  const organizationIds = Array.from({ length: ORGANIZATIONS }, (_, place) => organizationIdOf(place));
  await admin.query(`SELECT set_config('svc.organizations', $1, false)`, [`{${organizationIds.join(',')}}`]);
});
afterAll(async () => {
  await admin.end();
  await pool.end();
  await database.drop();
});

const ORGANIZATIONS = 7;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
const idOf = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;
const organizationIdOf = (place: number) =>
  `00000000-0000-4000-9000-${String(place % ORGANIZATIONS).padStart(12, '0')}`;

/** Endpoints with the same number of waiting deliveries each, the first of which is due at that moment. */
async function wait(places: readonly number[], count: number, firstDueInMs: number): Promise<void> {
  await admin.query(
    `INSERT INTO svc.webhook_outbox (delivery_id, organization_id, endpoint_id, due_at)
     SELECT gen_random_uuid(), e.organization_id, e.id, $4::timestamptz + n * interval '1 hour'
     FROM unnest($1::uuid[], $2::uuid[]) AS e (organization_id, id), generate_series(0, $3::int - 1) AS n`,
    [places.map(organizationIdOf), places.map(idOf), count, new Date(clock.nowMs() + firstDueInMs)],
  );
}

/** Scans from the beginning until it comes round. */
async function scanAll(): Promise<{ ids: string[]; scans: number }> {
  const ids: string[] = [];
  let after: string | undefined;
  for (let scans = 1; ; scans += 1) {
    const scan = await scanDue(pool, after);
    ids.push(...scan.dueEndpointIds);
    if (scan.after === BEFORE_ALL) return { ids, scans };
    after = scan.after;
  }
}

it('finds due endpoints behind long queues, and not those that are due later', async () => {
  expect(await scanDue(pool)).toMatchObject({ dueEndpointIds: [], isEmpty: true });
  const long = [3, 8, 9, 20];
  const short = [1, 5, 12, 21, 30];
  const later = [2, 10, 22, 31];
  await wait(long, 2 * ROWS_PER_LOOK + 1, -1);
  await wait(short, 2, -1);
  await wait(later, 3, 1);
  const due = [...long, ...short].sort((one, other) => one - other).map(idOf);
  expect(await scanDue(pool)).toMatchObject({ dueEndpointIds: due, isEmpty: false });
  const all = [...long, ...short, ...later];
  const found = await organizationsOf(pool, [...all.map(idOf), idOf(99)]);
  expect(found).toEqual(new Map(all.sort((a, b) => a - b).map((place) => [idOf(place), organizationIdOf(place)])));
});

it('goes on behind the last endpoint where one scan ends', async () => {
  await admin.query('DELETE FROM svc.webhook_outbox');
  const places = Array.from({ length: LOOKS_PER_SCAN + 5 }, (_, index) => index + 1);
  await wait(places, ROWS_PER_LOOK, -1);
  const { ids, scans } = await scanAll();
  expect(ids).toEqual(places.map(idOf));
  expect(scans).toBe(2);
});
