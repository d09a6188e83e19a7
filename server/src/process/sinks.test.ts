// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: its events and spans are sent.
 * Guarantee: what the variables name is opened, and nothing else.
 */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { startCollector, type TestCollector } from '#harness/collector';
import { startTestService, type TestService } from '#harness/service';
import { BLOCKED, decide } from '#harness/webhooks';
import { otlpSettingsOf, readConfig } from '../platform/config/index.ts';
import { NO_ARCHIVE } from '../record/archive/index.ts';
import { createMetrics } from '../storage/metrics/index.ts';
import { openSinks } from './sinks.ts';
import { sinkTask } from './tasks.ts';

let service: TestService;
let collector: TestCollector;
beforeAll(async () => {
  collector = await startCollector();
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
  await collector.stop();
});

const open = (variables: Record<string, string>) => {
  const options = {
    otlp: otlpSettingsOf(readConfig(variables)),
    clock: service.clock,
    logger: pino({ level: 'silent' }),
  };
  return openSinks(options, service.app.pool, createMetrics(), NO_ARCHIVE);
};

it('nothing is opened without an address', async () => {
  const sinks = open({});
  expect([sinks.events, sinks.spans]).toEqual([null, null]);
  await sinks.close();
});

it('one address takes both, with its headers', async () => {
  const id = await decide(service, BLOCKED);
  const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%20b', OTEL_SERVICE_NAME: 'svc-of-a-test' };
  const sinks = open({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...headers });
  if (sinks.events === null) throw new Error('no events are sent');
  expect(await sinkTask(sinks.events).run(new AbortController().signal)).toBe(0);
  expect(collector.events().map(({ metadata }) => metadata.correlation_uid)).toContain(id);
  const [traceparent, name] = [undefined, 'execute_tool'];
  sinks.spans?.add({ traceparent, name, startMs: 1, durationMs: 1, attributes: {}, errorType: null });
  await sinks.close();
  await vi.waitFor(() => expect(collector.spans()).toHaveLength(1), PATIENTLY);
  expect(collector.spans()[0]?.resource).toMatchObject({ 'service.name': 'svc-of-a-test' });
  expect(new Set(collector.requests.map(({ path }) => path))).toEqual(new Set(['/v1/logs', '/v1/traces']));
  expect(new Set(collector.requests.map(({ headers: sent }) => sent['x-tenant']))).toEqual(new Set(['a b']));
});

it('an address of one kind leaves the other off', async () => {
  const [logs, traces] = [
    open({ OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: collector.url }),
    open({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.url }),
  ];
  expect([logs.events !== null, logs.spans !== null]).toEqual([true, false]);
  expect([traces.events !== null, traces.spans !== null]).toEqual([false, true]);
  await Promise.all([logs.close(), traces.close()]);
});
