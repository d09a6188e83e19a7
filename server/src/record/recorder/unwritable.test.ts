// SPDX-License-Identifier: Apache-2.0
/** Guarantee: an unwritable row fails its whole batch, in one round trip and in two: the chain holds no half of it. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestDatabase } from '#harness/postgres';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { PLAIN_RECORD } from '#harness/stored-events';
import { createPool } from '../../storage/connections/index.ts';
import { createMetrics } from '../../storage/metrics/index.ts';
import { migrate } from '../../storage/schema/migrate.ts';
import { type CallOutcomeDraft, createRecorder, type DecisionDraft } from './index.ts';

const ORGANIZATION = '018f0000-0000-7000-8000-000000000001';
const SOME_ID = '018f0000-0000-7000-8000-000000000002';

let database: TestDatabase;
let pool: pg.Pool;
let admin: pg.Client;
beforeAll(async () => {
  database = await openEmptyDatabase();
  await migrate({ connectionString: database.connectionString });
  admin = new pg.Client({ connectionString: database.connectionString });
  await admin.connect();
  await admin.query(`SELECT set_config('svc.organizations', $1, false)`, [`{${ORGANIZATION}}`]);
  await admin.query(
    `INSERT INTO svc.organization_heads
       (organization_id, generation, audit_seq, audit_hash, policy_set_version, usage_month, usage_events)
     VALUES ($1, 1, 0, decode(repeat('00', 32), 'hex'), 1, '2026-11-01', 0)`,
    [ORGANIZATION],
  );
  pool = createPool({ connectionString: database.connectionString }, 4);
});
afterAll(async () => {
  await pool.end();
  await admin.end();
});

const WRITABLE: CallOutcomeDraft = {
  organizationId: ORGANIZATION,
  eventId: SOME_ID,
  apiKeyId: SOME_ID,
  atMs: Date.UTC(2026, 10, 23),
  auditMetadata: { status: 200 },
};

/** The id of its agent fits no column. */
const UNWRITABLE: DecisionDraft = {
  organizationId: ORGANIZATION,
  generation: 1,
  event: {
    id: SOME_ID,
    createdAtMs: Date.UTC(2026, 10, 23),
    sandbox: false,
    apiKeyId: SOME_ID,
    agentId: 'no uuid',
    resourceId: SOME_ID,
    action: 'READ_DATA',
    destination: null,
    recordsAffected: null,
    decision: 'ALLOW',
    evaluatedDecision: 'ALLOW',
    riskLevel: 'LOW',
    riskScore: 0,
    actionDigest: '00'.repeat(32),
    payloadSalt: null,
    contentScanned: false,
    redeemableUntilMs: null,
    context: null,
    record: PLAIN_RECORD,
  },
  auditMetadata: { quotaExceeded: false },
  review: null,
  webhook: null,
  idempotency: null,
  unsettled: null,
  call: null,
  forwarderId: null,
  redeemsNow: false,
  redeemKey: null,
  eventsPerMonth: null,
};

async function chain(): Promise<{ head: number; entries: number; events: number; counted: number }> {
  const { rows } = await admin.query(
    `SELECT audit_seq::int AS head, usage_events::int AS counted, (SELECT count(*) FROM svc.audit_entries)::int AS entries,
       (SELECT count(*) FROM svc.events)::int AS events
     FROM svc.organization_heads`,
  );
  return rows[0];
}

it('fails alone, and leaves nothing of itself in head, chain or count', async () => {
  const metrics = createMetrics();
  const recorder = createRecorder(pool, metrics);
  for (const ended of [0, 1, 2]) {
    // The first batch knows nothing of the head and takes two round trips; the others know it and take one.
    await expect(recorder.record(UNWRITABLE)).rejects.toMatchObject({ code: 'internal_error' });
    expect(await chain()).toEqual({ head: ended, entries: ended, events: 0, counted: 0 });
    expect(await recorder.record(WRITABLE)).toMatchObject({ kind: 'recorded' });
    expect(await chain()).toEqual({ head: ended + 1, entries: ended + 1, events: 0, counted: 0 });
  }
  expect(metrics.batches.failed.value).toBe(3);
  expect(metrics.batches.two_round_trips.value).toBeGreaterThan(0);
  expect(metrics.batches.one_round_trip.value).toBeGreaterThan(0);
});
