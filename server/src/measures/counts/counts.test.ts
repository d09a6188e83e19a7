// SPDX-License-Identifier: Apache-2.0
/** Guarantee: real decisions are counted once, with their causes; sums outlive the events, and end with their time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countRecorded } from '#harness/history';
import {
  ACME,
  acme,
  call,
  LIVE_KEY,
  openOrganization,
  PLAIN_ACTION,
  TEST_KEY,
  type TestService,
} from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { deleteExpiredEvents } from '../../lifecycle/retention/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { countEvents, forgetDecisionSums } from './index.ts';

let service: TestService;
let organizationId: string;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acme({ settings: ['riskBlockAt: 72'] }) });
  const rows = await readRows(service.database, `SELECT organization_id FROM svc.organizations WHERE name = '${ACME}'`);
  organizationId = String(rows[0]?.organization_id);
});
afterAll(() => service.stop());

const NEVER = new AbortController().signal;
const decide = async (body: object, key = LIVE_KEY) => {
  const answer = await call(service.baseUrl, '/v1/events', { key, body: { ...PLAIN_ACTION, ...body } });
  expect(answer.status).toBe(200);
  return answer.body.decision as string;
};
const causes = () =>
  readRows(
    service.database,
    `SELECT COALESCE(p.name, code) AS cause, h.events::int FROM svc.decision_code_hours h
       LEFT JOIN svc.policy_revisions p ON p.organization_id = h.organization_id AND p.policy_id::text = h.code
     WHERE kind = 'CAUSE' AND grain = 'ALL' AND NOT sandbox ORDER BY COALESCE(p.name, code) COLLATE "C"`,
  );

describe('counting', () => {
  it('finds what stopped each decision of the service', async () => {
    const risky = { action: 'EXPORT_DATA', resource: 'orders', destination: 'EXTERNAL_API', recordsAffected: 20_000 };
    expect([
      await decide({ action: 'DELETE_DATA', resource: 'customers' }),
      await decide({ action: 'EXPORT_DATA', resource: 'customers', destination: 'EXTERNAL_API' }),
      await decide(risky),
      await decide({ ...risky, content: 'CPF 529.982.247-25' }),
      await decide({ agent: 'paused-bot' }),
      await decide({ agent: 'reader-bot', action: 'DELETE_DATA', resource: 'orders' }),
      await decide({ action: 'READ_DATA', resource: 'price-list' }),
      await decide({ agent: 'paused-bot' }, TEST_KEY),
    ]).toEqual(['BLOCK', 'REVIEW', 'REVIEW', 'BLOCK', 'BLOCK', 'BLOCK', 'ALLOW', 'BLOCK']);
    await countRecorded(service);
    expect(await causes()).toEqual([
      { cause: 'Block deleting customers', events: 1 },
      { cause: 'PAUSED', events: 1 },
      { cause: 'PERMISSION', events: 1 },
      { cause: 'RISK_BLOCK', events: 1 },
      { cause: 'RISK_REVIEW', events: 1 },
      { cause: 'Review customer exports', events: 1 },
    ]);
  });

  it('counts nothing twice when a run breaks off, or many run at once', async () => {
    await Promise.all(Array.from({ length: 30 }, () => decide({ agent: 'paused-bot' })));
    const aborted = new AbortController();
    aborted.abort();
    const broken = await countEvents(service.app.pool, organizationId, aborted.signal);
    expect(broken.isComplete).toBe(false);
    const bounds = { batchesMax: 1, numbersPerBatchMax: 7 };
    expect(await countEvents(service.app.pool, organizationId, NEVER, bounds)).toMatchObject({ isComplete: false });
    const runs = Array.from({ length: 4 }, () =>
      countEvents(service.app.pool, organizationId, NEVER, { numbersPerBatchMax: 3 }),
    );
    await Promise.all(runs);
    expect(await causes()).toContainEqual({ cause: 'PAUSED', events: 31 });
  });
});

describe('sums', () => {
  it('are made before retention deletes events that were never counted, and stay', async () => {
    await decide({ agent: 'paused-bot' });
    await readRows(
      service.database,
      `UPDATE svc.events SET created_at = (created_at AT TIME ZONE 'UTC' - interval '500 days') AT TIME ZONE 'UTC'`,
    );
    await readRows(
      service.database,
      `UPDATE svc.reviews SET status = 'DENIED', created_at = now() - interval '9 days'`,
    );
    await deleteExpiredEvents(service.app.pool, Date.now(), NEVER);
    expect(await readRows(service.database, 'SELECT id FROM svc.events WHERE NOT sandbox')).toEqual([]);
    const [paused] = await readRows(
      service.database,
      `SELECT sum(events)::int AS events FROM svc.decision_code_hours
       WHERE code = 'PAUSED' AND grain = 'ALL' AND NOT sandbox`,
    );
    expect(paused).toEqual({ events: 32 });
  });

  it('go after 760 days, in bounded steps, and no younger one can be deleted', async () => {
    await countRecorded(service);
    expect(await readRows(service.database, 'SELECT 1 FROM svc.decision_days')).not.toEqual([]);
    await readRows(
      service.database,
      `UPDATE svc.decision_hours SET hour_at = (hour_at AT TIME ZONE 'UTC' - interval '761 days') AT TIME ZONE 'UTC'`,
    );
    await readRows(
      service.database,
      `UPDATE svc.decision_days SET day_at = (day_at AT TIME ZONE 'UTC' - interval '761 days') AT TIME ZONE 'UTC'`,
    );
    const before = await readRows(service.database, 'SELECT 1 FROM svc.decision_hours');
    let deleted = 0;
    for (let some = 3; some >= 3; deleted += some) {
      some = await forgetDecisionSums(service.app.pool, service.app.pool.clock.nowMs(), 3);
      expect(some).toBeLessThanOrEqual(3);
    }
    expect(deleted).toBe(before.length);
    expect(await readRows(service.database, 'SELECT 1 FROM svc.decision_hours')).toEqual([]);
    expect(await readRows(service.database, 'SELECT 1 FROM svc.decision_days')).toEqual([]);
    const codes = await readRows(service.database, 'SELECT 1 FROM svc.decision_code_hours');
    expect(codes.length).toBeGreaterThan(20);
    await inTransaction(service.app.pool, [organizationId], (transaction) =>
      transaction.query('DELETE FROM svc.decision_code_hours'),
    );
    expect(
      await readRows(
        service.database,
        `SELECT 1 FROM svc.decision_code_hours WHERE hour_at > now() - interval '400 days'`,
      ),
    ).not.toEqual([]);
  });
});
