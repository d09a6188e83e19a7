// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: connections are lost, and rows stay locked.
 * Guarantee: after any fault of connections and locks, every answered decision is stored once, and the chain has no
 * gap.
 */
import { verifyEntries } from '@svc/core/audit-chain';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  ACME,
  call,
  GLOBEX,
  GLOBEX_KEY,
  LIVE_KEY,
  PLAIN_ACTION,
  startTestService,
  type TestService,
} from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';

let service: TestService;
let other: TestService;
let admin: pg.Client;
beforeAll(async () => {
  service = await startTestService();
  other = await startTestService({ database: service.database });
  admin = new pg.Client({ connectionString: service.database.connectionString });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await other.stop();
  await service.stop();
});

const decide = (headers: Record<string, string> = {}, to = service, key = LIVE_KEY) =>
  call(to.baseUrl, '/v1/events', { body: PLAIN_ACTION, headers, key });

/** The common facts of both organizations. */
const GLOBEX_ACTION = { agent: 'billing-bot', resource: 'customers', action: 'READ_DATA' };

async function expectRecordedOnce(ids: readonly string[]): Promise<void> {
  const rows = await readRows(service.database, 'SELECT id FROM svc.events WHERE id = ANY ($1::uuid[])', [ids]);
  expect(rows).toHaveLength(new Set(ids).size);
  const entries = await readAuditEntries(service.database, ACME);
  expect(verifyEntries(entries)).toMatchObject({ isValid: true, head: { seq: entries.length } });
  const recorded = entries.filter(({ kind }) => kind === 'decision.recorded').map(({ subject }) => subject.id);
  const events = await readRows<{ id: string }>(
    service.database,
    `SELECT id FROM svc.events JOIN svc.organizations USING (organization_id) WHERE name = '${ACME}'`,
  );
  expect(recorded.sort()).toEqual(events.map(({ id }) => id).sort());
}

it('survives connections that are cut at any moment, on two processes, and answers 200 or 503 only', async () => {
  let isRunning = true;
  const acknowledged = new Map<string, Set<string>>();
  const loops = Array.from({ length: 16 }, async (_, loop) => {
    for (let sent = 0; isRunning; sent += 1) {
      // Eight pairs of loops share keys, each pair over both processes.
      const key = `cut-${loop % 8}-${sent}`;
      const answer = await decide({ 'idempotency-key': key }, loop < 8 ? service : other);
      expect([200, 503]).toContain(answer.status);
      if (answer.status !== 200) continue;
      acknowledged.set(key, (acknowledged.get(key) ?? new Set()).add(answer.body.id));
    }
  });
  // On a slow machine no answer may come between two cuts: the pauses grow until enough have come.
  for (let round = 0; round < 40 || (round < 400 && acknowledged.size <= 50); round += 1) {
    await admin.query('SELECT pg_sleep(random() * $1)', [round < 40 ? 0.05 : 0.05 + (round - 40) / 100]);
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'svc' AND random() < 0.7`,
    );
  }
  isRunning = false;
  await Promise.all(loops);
  expect(acknowledged.size).toBeGreaterThan(50);
  for (const ids of acknowledged.values()) expect(ids.size).toBe(1);
  await expectRecordedOnce([...acknowledged.values()].flatMap((ids) => [...ids]));
  expect((await decide()).status).toBe(200);
});

it('answers 503 with Retry-After while the head is locked for too long, and leaves other organizations alone', async () => {
  await admin.query('BEGIN');
  await lockHeadOf(ACME);
  const blocked = decide();
  const free = await call(service.baseUrl, '/v1/events', { key: GLOBEX_KEY, body: GLOBEX_ACTION });
  expect(free.status).toBe(200);
  const answer = await blocked;
  expect(answer.status).toBe(503);
  expect(answer.body.error).toBe('unavailable');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  await admin.query('ROLLBACK');
  expect((await decide()).status).toBe(200);
});

async function lockHeadOf(name: string): Promise<void> {
  const organizationId = await idOf(name);
  await admin.query(`SELECT set_config('svc.organizations', $1, true)`, [`{${organizationId}}`]);
  await admin.query('SELECT 1 FROM svc.organization_heads WHERE organization_id = $1 FOR UPDATE', [organizationId]);
}

it('makes decisions again whose batch, and the one sent behind it, waited for a change', async () => {
  await decide();
  await admin.query('BEGIN');
  await lockHeadOf(ACME);
  await admin.query('UPDATE svc.organization_heads SET generation = generation + 1 WHERE organization_id = $1', [
    await idOf(ACME),
  ]);
  const first = [decide()];
  await untilWaiting(1);
  const behind = Array.from({ length: 20 }, () => decide());
  // They are under way, so that the second batch is sent while the first waits.
  const free = await call(service.baseUrl, '/v1/events', { key: GLOBEX_KEY, body: GLOBEX_ACTION });
  expect(free.status).toBe(200);
  await admin.query('COMMIT');
  const answers = await Promise.all([...first, ...behind]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await expectRecordedOnce(answers.map(({ body }) => body.id));
});

/** Waits until this many of the service's transactions wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    const { rows } = await admin.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'svc' AND wait_event_type = 'Lock'`,
    );
    if ((rows[0]?.waiting ?? 0) >= count) return;
    await admin.query('SELECT pg_sleep(0.01)');
  }
  throw new Error(`fewer than ${count} transactions wait`);
}

async function idOf(name: string): Promise<string> {
  const rows = await readRows(service.database, 'SELECT organization_id FROM svc.organizations WHERE name = $1', [
    name,
  ]);
  return rows[0]?.organization_id as string;
}

it('records batches of many organizations at once, each chain by itself', async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const key = index % 2 === 0 ? GLOBEX_KEY : LIVE_KEY;
      return call((index % 4 < 2 ? service : other).baseUrl, '/v1/events', { key, body: GLOBEX_ACTION });
    }),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  for (const organization of [ACME, GLOBEX]) {
    const entries = await readAuditEntries(service.database, organization);
    expect(verifyEntries(entries)).toMatchObject({ isValid: true, head: { seq: entries.length } });
  }
});
