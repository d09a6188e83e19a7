// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: it counts the work of one process.
 * Guarantee: a scrape has every documented metric with true numbers, and no data of an organization or a person.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import {
  ACME,
  call,
  GLOBEX,
  LIVE_KEY,
  PEOPLE,
  PLAIN_ACTION,
  startTestService,
  type TestService,
} from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { startUpstream } from '#harness/upstream';
import { acmeWithWebhooks, BLOCKED, decide } from '#harness/webhooks';
import { readRepositoryFile } from '../../../../test/tidy/source-files.ts';
import { runTask } from '../jobs/run-task.ts';
import type { MetricsListener } from './index.ts';
import { Histogram } from './tallies.ts';

let service: TestService;
let listener: MetricsListener;
beforeAll(async () => {
  service = await startTestService();
  listener = await service.app.openMetrics({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await listener.close();
  await service.stop();
});

const get = (path = '/metrics', init: RequestInit = {}) => fetch(`http://127.0.0.1:${listener.port}${path}`, init);
const scrape = async () => await (await get()).text();
/** The value of a sample, as written on its line. */
const sampleOf = (text: string, sample: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${sample} `))
      ?.slice(sample.length + 1),
  );

it('has every metric of the documentation, and no other', async () => {
  const types = [...(await scrape()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => `${name} ${type}`);
  const text = readRepositoryFile('docs/operating/monitoring.md');
  const documented = [...text.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| (counter|gauge|histogram|summary) \|/gm)].flatMap(
    ([, names, type]) => [...String(names).matchAll(/`(\w+)`/g)].map(([, name]) => `${name} ${type}`),
  );
  const isTold = (name: string) => process.platform === 'linux' || !ONLY_ON_LINUX.test(name);
  expect(types.length).toBeGreaterThan(20);
  expect(types.sort()).toEqual(documented.filter(isTold).sort());
});

const ONLY_ON_LINUX = /^process_(virtual_memory_bytes|heap_bytes|open_fds|max_fds) /;

describe('counts', () => {
  it('decisions by outcome, replays, errors by code, and the time of each step', async () => {
    const before = await scrape();
    const decided = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' };
    const headers = { 'idempotency-key': 'metrics-1' };
    for (let round = 0; round < 2; round += 1) await call(service.baseUrl, '/v1/events', { body: decided, headers });
    await call(service.baseUrl, '/v1/events', { body: { ...decided, agent: 'nobody' } });
    await call(service.baseUrl, '/v1/events', { key: 'key_live_unknown', body: decided });
    const after = await scrape();
    const grown = (sample: string) => sampleOf(after, sample) - sampleOf(before, sample);
    expect(grown('svc_decisions_total{decision="ALLOW"}')).toBe(1);
    expect(grown('svc_replays_total')).toBe(1);
    expect(grown('svc_errors_total{code="not_found"}')).toBe(1);
    expect(grown('svc_errors_total{code="unauthorized"}')).toBe(1);
    expect(grown('svc_decision_seconds_count')).toBe(1);
    expect(grown('svc_decision_step_seconds_count{step="decide"}')).toBeGreaterThanOrEqual(1);
    expect(grown('svc_decision_seconds_sum')).toBeGreaterThan(0);
    expect(grown('svc_batch_decisions_count')).toBeGreaterThanOrEqual(1);
    expect(grown('svc_cache_hits_total{cache="api_keys"}')).toBeGreaterThanOrEqual(1);
    expect(sampleOf(after, 'svc_database_up')).toBe(1);
  });

  it('values up to and with each bound, all of them in the last bucket', () => {
    const measured = new Histogram([1, 2]);
    for (const value of [0, 1, 1.5, 2, 3, 4]) measured.observe(value);
    expect([...measured.counts]).toEqual([2, 2, 2]);
    expect(measured.sum).toBe(11.5);
  });

  it('runs of tasks and what waits in a queue, out of the database', async () => {
    const task = { name: 'scraped', everyMs: 60_000, run: () => Promise.reject(new Error('broken')) };
    await runTask(service.app.pool, task, new AbortController().signal);
    await readRows(
      service.database,
      `INSERT INTO svc.mail_outbox (id, kind, subject_id, created_at, due_at)
       SELECT gen_random_uuid(), 'scraped', gen_random_uuid(), now(), now() + n * interval '1 hour'
       FROM unnest(ARRAY[-2, -1, 1]) AS n`,
    );
    const due = (await readRows(service.database, 'SELECT count(*)::int AS n FROM svc.webhook_outbox'))[0]?.n;
    const text = await scrape();
    expect(sampleOf(text, 'svc_task_succeeded{task="scraped"}')).toBe(0);
    const [started] = await readRows<{ at: Date }>(
      service.database,
      `SELECT started_at AS at FROM svc.task_runs WHERE name = 'scraped'`,
    );
    const startedSeconds = Number(started?.at.getTime()) / 1_000;
    expect(sampleOf(text, 'svc_task_started_timestamp_seconds{task="scraped"}')).toBeCloseTo(startedSeconds, 3);
    expect(sampleOf(text, 'svc_queue_due{queue="webhooks"}')).toBe(due);
    expect(sampleOf(text, 'svc_queue_due{queue="mail"}')).toBe(2);
    expect(Math.floor(sampleOf(text, 'svc_queue_oldest_due_seconds{queue="mail"}') / 60)).toBe(120);
  });
});

it('counts what became of attempts to deliver', async () => {
  const receiver = await startUpstream((request, reply) => {
    reply.writeHead(request.path === '/gone' ? 410 : 204).end();
  });
  const urls = [`${receiver.url}/taken`, `${receiver.url}/gone`];
  const sending = await startTestService({ provisioning: acmeWithWebhooks(urls) });
  const told = await sending.app.openMetrics({ host: '127.0.0.1', port: 0 });
  try {
    await decide(sending, BLOCKED);
    await vi.waitFor(async () => {
      const text = await (await fetch(`http://127.0.0.1:${told.port}/metrics`)).text();
      expect(sampleOf(text, 'svc_delivery_attempts_total{outcome="delivered"}')).toBe(1);
      expect(sampleOf(text, 'svc_delivery_attempts_total{outcome="gone"}')).toBe(1);
      expect(sampleOf(text, 'svc_delivery_seconds_count')).toBe(2);
      const connections = ['busy', 'idle'].map((state) =>
        sampleOf(text, `svc_pool_connections{pool="deliveries",state="${state}"}`),
      );
      expect(Math.max(...connections)).toBeGreaterThan(0);
    }, PATIENTLY);
  } finally {
    await told.close();
    await sending.stop();
    await receiver.stop();
  }
});

it('tells nothing of organizations, people, agents, keys or content, also while decisions are made', async () => {
  const content = 'a text that nobody else may read';
  const body = { ...PLAIN_ACTION, content };
  const decisions = Array.from({ length: 60 }, () => call(service.baseUrl, '/v1/events', { body }));
  const texts = await Promise.all(Array.from({ length: 10 }, scrape));
  await Promise.all(decisions);
  texts.push(await scrape());
  const rows = await readRows(service.database, 'SELECT organization_id FROM svc.organizations');
  const secrets = [
    ...rows.map(({ organization_id }) => String(organization_id)),
    ...[ACME, GLOBEX, 'billing-bot', LIVE_KEY.slice(0, 16), PEOPLE.owner, content, service.database.connectionString],
  ];
  for (const text of texts) {
    expect(sampleOf(text, 'svc_decisions_total{decision="ALLOW"}')).toBeGreaterThanOrEqual(0);
    for (const secret of secrets) expect(text).not.toContain(secret);
  }
});

describe('the listener', () => {
  it.each(['/', '/health', '/metrics/', '/v1/events', '/app'])('serves nothing at %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('takes GET alone, and a query that some scrapers send', async () => {
    expect((await get('/metrics', { method: 'POST', body: 'x' })).status).toBe(405);
    expect((await get('/metrics?collect=all')).status).toBe(200);
  });

  it('is not the service: its port has no /metrics', async () => {
    expect((await fetch(`${service.baseUrl}/metrics`)).status).toBe(404);
  });
});
