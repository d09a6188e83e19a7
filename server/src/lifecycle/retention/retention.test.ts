// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: it deletes rows of every organization, by days to come.
 * Guarantee: expired data is deleted whole, in batches, and nothing else is: no young data, and never the audit.
 */
import { verifyEntries } from '@svc/core/audit-chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordPast } from '#harness/history';
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
import { acmeWithPeople } from '#harness/service/sessions.ts';
import { copyOldEvents } from '#harness/stored-events';
import { expireReviews } from '../../decisions/reviews/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { deleteEndedRows, deleteExpiredEvents } from './index.ts';

/** TEAM keeps 30 days, as Globex does; Acme has a setting of its own. */
const ACME_DAYS = 10;
const HOURS = 24;

let service: TestService;
beforeAll(async () => {
  const webhook = `
    webhooks:
      - { url: "https://siem.example/hook", secret: whsec_${'s'.repeat(43)} }`;
  const policies = `
      - { name: Review exports, action: EXPORT, decision: REVIEW }`;
  service = await startTestService({
    provisioning: acmeWithPeople({ settings: [`retentionDays: ${ACME_DAYS}`], policies, extra: webhook }),
  });
});
afterAll(() => service.stop());

const never = new AbortController().signal;
const run = (signal = never) => deleteExpiredEvents(service.app.pool, Date.now(), signal);
const count = async (table: string, where = 'true') =>
  (await readRows<{ n: number }>(service.database, `SELECT count(*)::int AS n FROM svc.${table} WHERE ${where}`))[0]?.n;
/** Works like the service: by its role, in a transaction that sees every organization. */
async function asService(text: string): Promise<number> {
  const rows = await readRows(service.database, 'SELECT organization_id FROM svc.organization_directory');
  const ids = rows.map(({ organization_id }) => String(organization_id));
  return (await inTransaction(service.app.pool, ids, (transaction) => transaction.query(text))).length;
}

describe('decision events', () => {
  it('go with their review, call and deliveries when the retention of their organization is over', async () => {
    const reviewed = { ...PLAIN_ACTION, action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };
    const gateway = await call(service.baseUrl, '/v1/gateway/mcp', {
      body: { ...PLAIN_ACTION, action: undefined, tool: 'get' },
    });
    expect(gateway.status).toBe(200);
    await recordPast(service, { body: reviewed, hoursAgo: [HOURS * (ACME_DAYS + 1)], eventsEach: 30 });
    await recordPast(service, { body: PLAIN_ACTION, hoursAgo: [HOURS * (ACME_DAYS + 1)], eventsEach: 1_100 });
    await recordPast(service, { body: reviewed, hoursAgo: [HOURS * (ACME_DAYS - 1)], eventsEach: 3 });
    await recordPast(service, {
      body: { ...PLAIN_ACTION, resource: 'customers' },
      key: GLOBEX_KEY,
      hoursAgo: [HOURS * 29, HOURS * 31],
      eventsEach: 2,
    });
    await readRows(
      service.database,
      `UPDATE svc.events SET created_at = created_at - interval '11 days' WHERE id = $1`,
      [gateway.body.id],
    );
    await readRows(
      service.database,
      'UPDATE svc.reviews r SET created_at = e.created_at FROM svc.events e WHERE e.id = r.event_id',
    );
    await readRows(service.database, `UPDATE svc.reviews SET expires_at = created_at + interval '1 day'`);
    await readRows(
      service.database,
      `UPDATE svc.webhook_deliveries d SET created_at = e.created_at, status = 'DELIVERED' FROM svc.events e
       WHERE e.id::text = d.event_id`,
    );
    await readRows(service.database, 'DELETE FROM svc.webhook_outbox');
    await readRows(
      service.database,
      `INSERT INTO svc.review_votes (organization_id, event_id, account_id, role, channel, voted_at, audit_seq,
         made_at)
       SELECT organization_id, event_id, gen_random_uuid(), 'OWNER', 'app', now(), 1, created_at FROM svc.reviews`,
    );
    const entries = await readAuditEntries(service.database, ACME);

    // Events wait while the expiry of their review is not recorded.
    await run();
    expect([await count('reviews'), await count('review_votes')]).toEqual([33, 33]);
    await expireReviews(service.app.pool, never);
    expect(await run()).toBe(0);

    expect(await count('events')).toBe(3 + 2);
    expect([await count('reviews'), await count('review_votes')]).toEqual([3, 3]);
    expect(await count('webhook_deliveries')).toBe(3);
    const kept = await readAuditEntries(service.database, ACME);
    expect(kept.slice(0, entries.length)).toEqual(entries);
    expect(verifyEntries(kept)).toMatchObject({ isValid: true });
    expect((await call(service.baseUrl, `/v1/events/${gateway.body.id}`)).status).toBe(404);
  });

  it('stay while a delivery of theirs is unsent, whose body is made of them', async () => {
    const organization = `(SELECT organization_id FROM svc.organizations WHERE name = '${ACME}')`;
    const [kept] = await readRows<{ id: string }>(
      service.database,
      `UPDATE svc.events SET created_at = created_at - interval '40 days' WHERE id = (
         SELECT event_id::uuid FROM svc.webhook_deliveries WHERE organization_id = ${organization} LIMIT 1
       ) RETURNING id`,
    );
    await readRows(
      service.database,
      `WITH waits AS (
         UPDATE svc.webhook_deliveries SET status = 'WAITING', created_at = created_at - interval '40 days'
         WHERE event_id = $1 RETURNING id, organization_id, endpoint_id
       )
       INSERT INTO svc.webhook_outbox (delivery_id, organization_id, endpoint_id, due_at)
       SELECT id, organization_id, endpoint_id, now() + interval '1 hour' FROM waits`,
      [kept?.id],
    );
    await readRows(service.database, `UPDATE svc.reviews SET status = 'EXPIRED' WHERE event_id = $1`, [kept?.id]);
    await run();
    expect(await count('events', `id = '${kept?.id}'`)).toBe(1);
    await readRows(service.database, 'DELETE FROM svc.webhook_outbox');
    await readRows(service.database, `UPDATE svc.webhook_deliveries SET status = 'FAILED' WHERE event_id = $1`, [
      kept?.id,
    ]);
    await run();
    expect([await count('events', `id = '${kept?.id}'`), await count('webhook_deliveries')]).toEqual([0, 2]);
  });

  it('were counted for the scans before they went', async () => {
    expect(await count('agent_first_actions', `action = 'EXPORT_DATA'`)).toBe(1);
    const uses = await readRows<{ n: number }>(service.database, 'SELECT sum(events)::int AS n FROM svc.resource_uses');
    expect(uses[0]?.n).toBe(1 + 30 + 1_100 + 3 + 4);
  });

  it('of many organizations go a bounded part at a time each, so that a large one delays no other', async () => {
    for (const name of [ACME, GLOBEX]) await copyOldEvents(service.database, name, 1_100);
    const before = await count('events', 'seq < 0');
    expect(await deleteExpiredEvents(service.app.pool, Date.now(), never, { batchesMax: 1 })).toBe(2);
    expect(await count('events', 'seq < 0')).toBe(Number(before) - 2 * 1_000);
    expect(await run()).toBe(0);
    expect(await count('events', 'seq < 0')).toBe(0);
  });

  it('are kept without end when the organization has no retention', async () => {
    await readRows(service.database, `UPDATE svc.organizations SET plan = 'ENTERPRISE', retention_days = NULL`);
    await recordPast(service, { body: PLAIN_ACTION, hoursAgo: [HOURS * 4_000], eventsEach: 1 });
    const before = await count('events');
    expect(await run()).toBe(0);
    expect(await count('events')).toBe(before);
  });

  it('stay when the run is told to stop, and what is left is told', async () => {
    await readRows(service.database, `UPDATE svc.organizations SET retention_days = 1 WHERE name = '${ACME}'`);
    const before = await count('events');
    const stopping = new AbortController();
    stopping.abort();
    expect(await run(stopping.signal)).toBe(1);
    expect(await count('events')).toBe(before);
  });
});

it('deletes idempotency records that no partition took along, more than a batch of them, and no younger one', async () => {
  const headers = { 'idempotency-key': 'young' };
  const { body } = await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION, headers });
  await readRows(
    service.database,
    `INSERT INTO svc.idempotency_records
     SELECT organization_id, endpoint, 'old-' || n, created_at - interval '50 hours 1 second', event_id, fingerprint,
       fingerprint_key_id
     FROM svc.idempotency_records, generate_series(1, 5500) n WHERE key = 'young'`,
  );
  expect(await deleteEndedRows(service.app.pool, never)).toBe(0);
  expect(await count('idempotency_records')).toBe(1);
  const replay = await call(service.baseUrl, '/v1/events', { key: LIVE_KEY, body: PLAIN_ACTION, headers });
  expect(replay.body.id).toBe(body.id);
});

it('deletes recoveries of webhooks 90 days after they ended, and none that is under way', async () => {
  await readRows(
    service.database,
    `INSERT INTO svc.webhook_recoveries
       (id, organization_id, endpoint_id, from_at, to_at, created_at, finished_at, after_id)
     SELECT gen_random_uuid(), e.organization_id, e.id, now(), now(),
       now() - CASE WHEN n > 0 THEN interval '300 days' ELSE interval '400 days' END,
       CASE WHEN n > 0 THEN now() - n * interval '10 days' + interval '1 hour' END, gen_random_uuid()
     FROM svc.webhook_endpoints e, generate_series(0, 25) n`,
  );
  expect(await deleteEndedRows(service.app.pool, never)).toBe(0);
  expect(await count('webhook_recoveries')).toBe(10);
  // Identified by its age: the service may have finished it meanwhile, which gives it an end.
  expect(await count('webhook_recoveries', "created_at < now() - interval '350 days'")).toBe(1);
});

describe('the role of the service', () => {
  it('cannot delete what is young, whatever a statement says', async () => {
    const { body } = await call(service.baseUrl, '/v1/events', {
      body: { ...PLAIN_ACTION, action: 'EXPORT_DATA', destination: 'EXTERNAL_API' },
      headers: { 'idempotency-key': 'kept' },
    });
    for (const [table, column] of [
      ['events', 'id'],
      ['reviews', 'event_id'],
      ['idempotency_records', 'event_id'],
    ]) {
      expect(await asService(`DELETE FROM svc.${table} WHERE ${column} = '${body.id}' RETURNING 1`)).toBe(0);
      expect(await count(String(table), `${column} = '${body.id}'`)).toBe(1);
    }
  });

  it('can only add and read audit entries, of any age', async () => {
    await expect(asService('DELETE FROM svc.audit_entries')).rejects.toThrow('permission denied');
    await expect(asService(`UPDATE svc.audit_entries SET kind = ''`)).rejects.toThrow('permission denied');
  });
});

it.each([
  ['DEVELOPER', 7],
  ['TEAM', 30],
  ['BUSINESS', 365],
] as const)('the plan %s keeps events for %i days, by the clock, and ENTERPRISE for ever', async (plan, days) => {
  const { status, body } = await call(service.baseUrl, '/v1/events', { key: GLOBEX_KEY, body: GLOBEX_ACTION });
  expect(status).toBe(200);
  const isKept = async () => (await count('events', `id = '${body.id}'`)) === 1;
  const setPlan = (name: string) =>
    readRows(service.database, `UPDATE svc.organizations SET plan = $1 WHERE name = '${GLOBEX}'`, [name]);
  // The database refuses to delete what is young by its own clock, so the event moves back and our clock moves on.
  await readRows(
    service.database,
    'UPDATE svc.events SET created_at = now() - make_interval(days => $2) WHERE id = $1',
    [body.id, days - 1],
  );
  const inOneDayMs = Date.now() + HOURS * 3_600_000;
  await setPlan('ENTERPRISE');
  await deleteExpiredEvents(service.app.pool, inOneDayMs + 10 * days * HOURS * 3_600_000, never);
  expect(await isKept()).toBe(true);
  await setPlan(plan);
  await deleteExpiredEvents(service.app.pool, inOneDayMs - 60_000, never);
  expect(await isKept()).toBe(true);
  await deleteExpiredEvents(service.app.pool, inOneDayMs + 60_000, never);
  expect(await isKept()).toBe(false);
});

const GLOBEX_ACTION = { ...PLAIN_ACTION, resource: 'customers' };
