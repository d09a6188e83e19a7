// SPDX-License-Identifier: Apache-2.0
/**
 * From decisions to an open anomaly and back. An opened anomaly is audited once and raises its agent's risk on every
 * process at once. It is not reported again after a person has closed it.
 */
import type { AnomalyItem, AnomalyScan, ErrorBody } from '@svc/contract';
import { verifyEntries } from '@svc/core/audit-chain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordPast } from '#harness/history';
import {
  ACME,
  call,
  GLOBEX_KEY,
  IDS,
  openOrganization,
  otherProcess,
  PLAIN_ACTION,
  TEST_KEY,
  type TestService,
} from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { createMetrics } from '../../storage/metrics/index.ts';
import { scanAll } from './index.ts';

const WEBHOOK = `
    webhooks:
      - { url: "https://siem.example/hook", secret: whsec_${'s'.repeat(43)} }`;
const ACTIVE = [100, 76, 52, 28] as const;

let services: [TestService, TestService];
let owner: Browser;
beforeAll(async () => {
  const service = await openOrganization({ provisioning: () => acmeWithPeople({ extra: WEBHOOK }) });
  services = [service, await otherProcess(service)];
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  await recordPast(service, { body: { ...PLAIN_ACTION, recordsAffected: 20 }, hoursAgo: ACTIVE, eventsEach: 20 });
});
afterAll(async () => {
  await services[1].stop();
  await services[0].stop();
});

const decide = (body: object, { key, at = 0 }: { key?: string; at?: 0 | 1 } = {}) =>
  call(services[at].baseUrl, '/v1/events', { body, ...(key !== undefined && { key }) });
const scan = async () => (await owner.call<AnomalyScan>('/anomalies/scan', { method: 'POST' })).body;
const close = (id: string, body: object = {}) =>
  owner.call<AnomalyItem & ErrorBody>(`/anomalies/${id}/close`, { method: 'POST', body });
const runTask = () => scanAll({ pool: services[0].app.pool, metrics: createMetrics() }, new AbortController().signal);
const entriesOf = async (kind: string) =>
  (await readAuditEntries(services[0].database, ACME)).filter((entry) => entry.kind === kind);

it('opens nothing of what is usual, nor of sandbox events, nor of an agent without a past', async () => {
  await decide(PLAIN_ACTION);
  await decide({ ...PLAIN_ACTION, action: 'EXPORT_DATA' }, { key: TEST_KEY });
  await decide({ ...PLAIN_ACTION, agent: 'reader-bot' });
  expect(await scan()).toEqual({ opened: [], isComplete: true });
});

it('opens a new action, adds 10 points at every process at once, and closing takes them away', async () => {
  const { body: before } = await decide(PLAIN_ACTION);
  await decide({ ...PLAIN_ACTION, action: 'DELETE_DATA' });
  const { opened } = await scan();
  expect(opened).toMatchObject([
    {
      kind: 'NEW_ACTION',
      severity: 'MEDIUM',
      status: 'OPEN',
      agent: { id: IDS.billingBot, name: 'billing-bot' },
      messageCode: 'anomaly.new_action',
      messageParams: { agent: 'billing-bot', action: 'DELETE_DATA', others: 0 },
      message: 'The agent "billing-bot" asked for DELETE_DATA in the last hour, which it never had before.',
      closedAt: null,
    },
  ]);
  for (const at of [0, 1] as const) {
    const { body } = await decide(PLAIN_ACTION, { at });
    expect(body.riskScore).toBe(before.riskScore + 10);
    expect(body.reasons.join()).toContain('open anomaly');
  }
  const [anomaly] = opened;
  expect(
    (await entriesOf('anomaly.opened')).map(({ subject, metadata }) => [subject.id, metadata.anomalyKind]),
  ).toEqual([[anomaly?.id, 'NEW_ACTION']]);
  const deliveries = await readRows(
    services[0].database,
    `SELECT d.types, d.data, o.delivery_id IS NOT NULL AS waits
     FROM svc.webhook_deliveries d
       LEFT JOIN svc.webhook_outbox o ON o.organization_id = d.organization_id AND o.delivery_id = d.id
       WHERE d.event_id = $1`,
    [anomaly?.id],
  );
  expect(deliveries).toMatchObject([
    { types: ['ANOMALY'], waits: true, data: { id: anomaly?.id, agentId: IDS.billingBot, kind: 'NEW_ACTION' } },
  ]);
  // The anomaly is open: neither another scan nor the task opens it again.
  const notices = await readRows(
    services[0].database,
    `SELECT subject_id FROM svc.notice_outbox WHERE kind = 'anomalyOpened'`,
  );
  expect(notices.map(({ subject_id }) => subject_id)).toEqual(opened.map(({ id }) => id));
  expect((await scan()).opened).toEqual([]);
  await runTask();
  const { status, body: closed } = await close(String(anomaly?.id), { note: 'a planned clean-up' });
  expect([status, closed.status, closed.note]).toEqual([200, 'CLOSED', 'a planned clean-up']);
  for (const at of [0, 1] as const) expect((await decide(PLAIN_ACTION, { at })).body.riskScore).toBe(before.riskScore);
  // A reported first time is not reported again.
  expect((await scan()).opened).toEqual([]);
  expect((await close(String(anomaly?.id))).status).toBe(409);
  const [entry] = await entriesOf('anomaly.closed');
  expect(entry?.metadata.noteCommitment).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(entry)).not.toContain('clean-up');
});

it('opens an external destination that a resource never had, and names how often it was used before', async () => {
  await decide({ ...PLAIN_ACTION, destination: 'EXTERNAL_API' });
  const used = await readRows<{ n: number }>(
    services[0].database,
    `SELECT count(*)::int - 1 AS n FROM svc.events WHERE resource_id = $1 AND NOT sandbox`,
    [IDS.orders],
  );
  expect((await scan()).opened).toMatchObject([
    {
      kind: 'NEW_EXTERNAL_DEST',
      severity: 'HIGH',
      messageParams: { resource: 'orders', destination: 'EXTERNAL_API', eventsBefore: used[0]?.n, others: 0 },
    },
  ]);
});

it('opens spikes above five times the usual hour, each once, however many scans run at once at two processes', async () => {
  const volume = { ...PLAIN_ACTION, recordsAffected: 5_000 };
  await decide(volume);
  for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 40 }, () => decide(PLAIN_ACTION)));
  const other = await signIn(services[1].baseUrl, PEOPLE.admin);
  const scans = await Promise.all([
    ...[owner, other, owner, other].map((browser) => browser.call<AnomalyScan>('/anomalies/scan', { method: 'POST' })),
    runTask(),
    runTask(),
  ]);
  const opened = (await entriesOf('anomaly.opened')).map(({ metadata }) => metadata.anomalyKind);
  expect(opened).toEqual(['NEW_ACTION', 'NEW_EXTERNAL_DEST', 'VOLUME_SPIKE', 'RATE_SPIKE']);
  const answered = scans.flatMap((answer) => (typeof answer === 'number' ? [] : answer.body.opened));
  expect(answered.length).toBeLessThanOrEqual(2);
  const { body } = await owner.call<{ items: AnomalyItem[] }>('/anomalies?kind=VOLUME_SPIKE');
  expect(body.items[0]?.messageParams).toMatchObject({ usualRecords: 400 });
  expect(Number(body.items[0]?.messageParams.records)).toBeGreaterThanOrEqual(5_000);
  expect(body.items[0]?.message).toMatch(/^The agent "billing-bot" affected 5,\d{3} records in the last hour/);
  expect(verifyEntries(await readAuditEntries(services[0].database, ACME))).toMatchObject({ isValid: true });
});

it('does not tell of a spike again that a person has closed', async () => {
  const { body } = await owner.call<{ items: AnomalyItem[] }>('/anomalies?status=OPEN');
  expect(body.items.length).toBe(3);
  for (const { id } of body.items) expect((await close(id)).status).toBe(200);
  expect((await scan()).opened).toEqual([]);
  expect(await runTask()).toBe(0);
});

it('keeps to its organization', async () => {
  await decide({ agent: 'billing-bot', resource: 'customers', action: 'READ_DATA' }, { key: GLOBEX_KEY });
  const stranger = await signIn(services[0].baseUrl, PEOPLE.stranger);
  const { body } = await stranger.call<{ items: AnomalyItem[] }>('/anomalies');
  expect(body.items).toEqual([]);
  const { body: own } = await owner.call<{ items: AnomalyItem[] }>('/anomalies');
  const refused = await stranger.call(`/anomalies/${own.items[0]?.id}/close`, { method: 'POST', body: {} });
  expect(refused.status).toBe(404);
});

it('makes up for a scan that died after it had rolled up', async () => {
  await readRows(services[0].database, 'UPDATE svc.count_cursors SET scanned_seq = 0');
  await readRows(services[0].database, `UPDATE svc.agent_first_actions SET anomaly_id = NULL`);
  await runTask();
  expect((await entriesOf('anomaly.opened')).at(-1)?.metadata).toMatchObject({ anomalyKind: 'NEW_ACTION' });
});
