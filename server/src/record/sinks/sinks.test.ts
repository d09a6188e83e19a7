// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: events of all organizations are sent.
 * Guarantee: a collector gets each event at least once and in order, whatever it answers, and nothing that is not in
 * the chain.
 */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CollectorAnswer, startCollector, type TestCollector, type TestEvent } from '#harness/collector';
import { ACME, GLOBEX_KEY, startTestService, TEST_KEY, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { BLOCKED, decide, REVIEWED } from '#harness/webhooks';
import { createCollector } from '../../outgoing/otlp/index.ts';
import type { OtlpSettings } from '../../platform/config/index.ts';
import { createMetrics, type Metrics } from '../../storage/metrics/index.ts';
import { NO_ARCHIVE } from '../archive/index.ts';
import { createSink, type Sink } from './index.ts';

let service: TestService;
let collector: TestCollector;
let sink: Sink;
let metrics: Metrics;
let close: () => Promise<void>;
let lines: { message: string; [name: string]: unknown }[] = [];
const SETTINGS: OtlpSettings = {
  logsUrl: '',
  tracesUrl: null,
  headers: { authorization: 'Bearer of-the-collector' },
  timeoutMs: 500,
  serviceName: 'svc',
};

beforeAll(async () => {
  service = await startTestService({ provisioning: acmeWithPeople() });
});
afterAll(() => service.stop());
beforeEach(async () => {
  await readRows(service.database, 'DELETE FROM svc.sink_waits');
  await readRows(
    service.database,
    `INSERT INTO svc.sink_cursors (organization_id, sent_seq, sent_at)
     SELECT organization_id, audit_seq, now() FROM svc.organization_heads
     ON CONFLICT (organization_id) DO UPDATE SET sent_seq = excluded.sent_seq`,
  );
  collector = await startCollector();
  open();
});
afterEach(async () => {
  await close();
  await collector.stop();
});

/** A sink as a process has it after its start. */
function open(): void {
  metrics = createMetrics();
  lines = [];
  const write = (fields: object, message: string) => void lines.push({ ...fields, message });
  const made = createCollector({
    url: `${collector.url}/v1/logs`,
    settings: SETTINGS,
    nowMs: () => service.clock.nowMs(),
  });
  close = made.close;
  sink = createSink({
    pool: service.app.pool,
    archive: NO_ARCHIVE,
    collector: made,
    resource: { serviceName: 'svc', version: '1.2.3' },
    metrics,
    log: { error: write, info: write, warn: write },
  });
}

const send = () => sink.sendNew(new AbortController().signal);
/** The run after all of them have waited as long as they were asked to. */
const sendLater = async (waitMs = 61_000) => {
  service.clock.move(waitMs);
  return await send();
};
const idsOf = (events: readonly TestEvent[]) => events.map(({ metadata }) => metadata.correlation_uid);

describe('what arrives', () => {
  it('is each decision as an API Activity, in the order of the chain', async () => {
    const ids = [await decide(service, BLOCKED), await decide(service, REVIEWED)];
    expect(await send()).toBe(0);
    expect(idsOf(collector.events().filter(({ class_uid }) => class_uid === 6003))).toEqual(ids);
    const [request] = collector.requests;
    expect([request?.method, request?.path]).toEqual(['POST', '/v1/logs']);
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer of-the-collector',
    });
    const entry = (await readAuditEntries(service.database, ACME)).find(({ subject }) => subject.id === ids[0]);
    const [blocked, reviewed] = collector.events().filter(({ class_uid }) => class_uid === 6003);
    expect(blocked).toMatchObject({
      category_uid: 6,
      activity_id: 4,
      type_uid: 600_304,
      action_id: 2,
      disposition_id: 2,
      actor: { app_name: 'billing-bot' },
      ai_agent: { name: 'billing-bot', type_id: 0 },
      api: { operation: 'DELETE_DATA' },
      src_endpoint: { name: 'billing-bot' },
      resources: [{ name: 'customers' }],
      is_alert: true,
      metadata: { version: '1.9.0-dev', event_code: 'decision.recorded', product: { name: 'svc', version: '1.2.3' } },
    });
    expect(blocked?.metadata.sequence).toBe(Number(entry?.seq));
    expect(reviewed).toMatchObject({ action_id: 3, disposition_id: 14, type_uid: 600_302 });
    expect(metrics.sinkEvents.sent.value).toBe(collector.events().length);
  });

  it('is what became of a review, as an event of its own', async () => {
    const approver = await signIn(service.baseUrl, PEOPLE.member);
    const [approved, denied] = [await decide(service, REVIEWED), await decide(service, REVIEWED)];
    expect((await approver.call(`/reviews/${approved}/approve`, { body: { note: 'not for the SIEM' } })).status).toBe(
      200,
    );
    expect((await approver.call(`/reviews/${denied}/deny`, { body: {} })).status).toBe(200);
    await send();
    const resolutions = collector.events().filter(({ metadata }) => metadata.event_code.startsWith('review.'));
    expect(resolutions).toMatchObject([
      {
        action_id: 1,
        disposition_id: 8,
        metadata: { correlation_uid: approved },
        api: { operation: 'review.approved' },
      },
      { action_id: 2, disposition_id: 25, metadata: { correlation_uid: denied }, unmapped: { event_id: denied } },
    ]);
    expect(resolutions[0]?.actor).toEqual({ user: { uid: expect.stringMatching(/^[0-9a-f-]{36}$/) } });
    expect(JSON.stringify(collector.requests)).not.toContain('not for the SIEM');
  });

  it('has no content, no words of the agent and nothing of a TEST key', async () => {
    await decide(service, { ...BLOCKED, content: 'secret-content', context: { purpose: 'secret-purpose' } });
    await decide(service, { ...BLOCKED, agent: 'billing-bot' }, TEST_KEY);
    const review = await decide(service, REVIEWED, TEST_KEY);
    const approver = await signIn(service.baseUrl, PEOPLE.member);
    await approver.call(`/reviews/${review}/approve`, { body: {} });
    expect(await send()).toBe(0);
    const sent = JSON.stringify(collector.requests.map(({ body }) => body));
    for (const text of ['secret-content', 'secret-purpose', 'key_live', 'key_test', review])
      expect(sent).not.toContain(text);
    expect(collector.events().filter(({ class_uid }) => class_uid === 6003)).toHaveLength(1);
  });
});

const FAULTS: readonly [what: string, answer: CollectorAnswer, code: string, advice: RegExp][] = [
  ['400', { status: 400 }, 'status 400', /refuses what it gets/],
  ['401', { status: 401 }, 'status 401', /check OTEL_EXPORTER_OTLP_HEADERS/],
  ['404', { status: 404 }, 'status 404', /check OTEL_EXPORTER_OTLP_ENDPOINT/],
  ['413', { status: 413 }, 'status 413', /limits of its receiver/],
  ['429', { status: 429, headers: { 'retry-after': '30' } }, 'status 429', /is asked again/],
  ['500', { status: 500 }, 'status 500', /is asked again/],
  ['a redirect', { status: 302, headers: { location: '/other' } }, 'status 302', /not followed/],
  ['a page', { status: 200, body: '<html></html>' }, 'no answer of OTLP', /not that of a collector/],
  ['a hanging call', 'hang', 'time_out', /check that it runs/],
  ['a broken connection', 'reset', 'connection_reset', /check that it runs/],
];

describe('a collector that answers with', () => {
  it.each(FAULTS)('%s gets the same events again, and the log says what to do', async (_what, answer, code, advice) => {
    const ids = [await decide(service, BLOCKED), await decide(service, BLOCKED)];
    collector.answerBy = () => answer;
    expect(await send()).toBeGreaterThan(0);
    expect(collector.requests.some(({ path }) => path === '/other')).toBe(false);
    // A second fault of the same kind is told by the first line.
    await sendLater();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ code, work: 'siem-events', collector: collector.url.replace('http://', '') });
    expect(lines[0]?.message).toMatch(advice);
    expect(metrics.sinkEvents.sent.value).toBe(0);
    // Another process goes on where this one stood.
    await close();
    open();
    const before = collector.events().length;
    collector.answerBy = null;
    expect(await sendLater()).toBe(0);
    expect(idsOf(collector.events().slice(before))).toEqual(ids);
    expect(JSON.stringify(lines)).not.toContain('of-the-collector');
  });

  it('nothing, since it is not there, gets all of it later', async () => {
    const id = await decide(service, BLOCKED);
    await collector.stop();
    expect(await send()).toBeGreaterThan(0);
    expect(lines[0]).toMatchObject({ code: 'connection_refused' });
    collector = await startCollector();
    await close();
    open();
    expect(await sendLater()).toBe(0);
    expect(idsOf(collector.events())).toEqual([id]);
  });
});

describe('a wait', () => {
  it('is for all processes, grows, and is as long as Retry-After asks', async () => {
    await decide(service, BLOCKED);
    collector.answers = [{ status: 503 }, { status: 503 }, { status: 429, headers: { 'retry-after': '120' } }];
    await send();
    await send();
    expect(collector.requests).toHaveLength(1);
    await close();
    open();
    await sendLater(1_001);
    expect(collector.requests).toHaveLength(2);
    await sendLater(1_001);
    expect(collector.requests).toHaveLength(2);
    await sendLater(1_000);
    expect(collector.requests).toHaveLength(3);
    await sendLater(119_000);
    expect(collector.requests).toHaveLength(3);
    expect(await sendLater(1_001)).toBe(0);
    expect(lines.at(-1)?.message).toBe('the collector takes events again');
  });
});

describe('a refused event', () => {
  it('is passed over and told when others are taken', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(await decide(service, BLOCKED));
    const poison = ids[2] ?? '';
    collector.answerBy = (body) => (body.includes(poison) ? { status: 400 } : null);
    expect(await send()).toBe(0);
    expect(idsOf(collector.events())).toEqual(ids.filter((id) => id !== poison));
    expect(metrics.sinkEvents.rejected.value).toBe(1);
    expect(lines).toEqual([expect.objectContaining({ passedOver: [expect.stringMatching(/-\d+$/)] })]);
  });

  it('alone in its part of the chain is passed over, too, once others behind it are taken', async () => {
    const poison = await decide(service, BLOCKED);
    for (let count = 0; count < 260; count += 1) await decide(service, BLOCKED, TEST_KEY);
    collector.answerBy = (body) => (body.includes(poison) ? { status: 400 } : null);
    expect(await send()).toBeGreaterThan(0);
    const taken = await decide(service, BLOCKED);
    expect(await sendLater()).toBe(0);
    expect(idsOf(collector.events())).toEqual([taken]);
    expect(metrics.sinkEvents.rejected.value).toBe(1);
  });

  it('of one organization keeps no other back', async () => {
    const poison = [await decide(service, BLOCKED), await decide(service, BLOCKED, GLOBEX_KEY)];
    for (const [place, refused] of poison.entries()) {
      collector.answerBy = (body) => (body.includes(refused) ? { status: 400 } : null);
      await sendLater();
      expect(idsOf(collector.events())).toContain(poison[1 - place]);
    }
  });

  it('of a batch that is too large leads to smaller ones', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 7; count += 1) ids.push(await decide(service, BLOCKED));
    collector.answerBy = (body) => (body.split('eventName').length > 3 ? { status: 413 } : null);
    expect(await send()).toBe(0);
    expect(idsOf(collector.events())).toEqual(ids);
    expect(lines).toEqual([]);
  });

  it('is counted when the collector itself drops it, and is not sent again', async () => {
    await decide(service, BLOCKED);
    collector.answers = [
      { status: 200, body: '{"partialSuccess":{"rejectedLogRecords":"1","errorMessage":"too old"}}' },
    ];
    expect(await send()).toBe(0);
    expect([metrics.sinkEvents.sent.value, metrics.sinkEvents.rejected.value]).toEqual([0, 1]);
    expect(lines[0]?.message).toMatch(/dropped events/);
    expect(JSON.stringify(lines)).not.toContain('too old');
    await sendLater();
    expect(collector.requests).toHaveLength(1);
  });
});

it('the whole chain of an organization is sent to a new collector', async () => {
  await readRows(service.database, 'DELETE FROM svc.sink_cursors');
  const entries = await readAuditEntries(service.database, ACME);
  const told = entries.filter(({ kind, metadata }) => kind === 'decision.recorded' && metadata.sandbox === false);
  for (let run = 0; (await send()) > 0 && run < 50; run += 1) service.clock.move(2_000);
  const events = collector.events().filter(({ metadata }) => metadata.event_code === 'decision.recorded');
  expect(new Set(idsOf(events).filter((id) => told.some(({ subject }) => subject.id === id))).size).toBe(told.length);
});
