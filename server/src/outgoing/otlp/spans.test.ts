// SPDX-License-Identifier: Apache-2.0
/** Guarantee: spans take bounded memory, and each one that does not arrive is counted. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { TestClock } from '#harness/clock';
import { startCollector, type TestCollector } from '#harness/collector';
import { createMetrics, type Metrics } from '../../storage/metrics/index.ts';
import { createCollector, createSpans, type Spans } from './index.ts';

const SPANS_WAITING_MAX = 2_048;
const FACTS = {
  traceparent: undefined,
  name: 'execute_tool',
  startMs: 1,
  durationMs: 0.5,
  attributes: {},
  errorType: null,
};

let receiver: TestCollector;
let spans: Spans;
let metrics: Metrics;
let clock: TestClock;
let lines: object[] = [];
beforeEach(async () => {
  receiver = await startCollector();
  metrics = createMetrics();
  clock = TestClock.standingAt(Date.now());
  lines = [];
  const collector = createCollector({
    url: `${receiver.url}/v1/traces`,
    settings: { headers: {}, timeoutMs: 1_000 },
    nowMs: () => clock.nowMs(),
  });
  const log = { error: (fields: object) => void lines.push(fields), info: (fields: object) => void lines.push(fields) };
  spans = createSpans({ collector, resource: { serviceName: 'svc', version: '1' }, clock, metrics, log });
});
afterEach(async () => {
  await spans.close();
  await receiver.stop();
});

const add = (count: number) => {
  for (let at = 0; at < count; at += 1) spans.add(FACTS);
};
const counts = () => [metrics.spans.sent.value, metrics.spans.dropped.value];
const untilCounted = async (sent: number, dropped: number) => {
  await vi.waitFor(() => {
    clock.move(60_000);
    expect(counts()).toEqual([sent, dropped]);
  }, PATIENTLY);
};

it('those without room are dropped, and the others arrive in several requests', async () => {
  add(SPANS_WAITING_MAX + 5);
  expect(counts()).toEqual([0, 5]);
  await untilCounted(SPANS_WAITING_MAX, 5);
  expect(receiver.spans()).toHaveLength(SPANS_WAITING_MAX);
  expect(receiver.requests.length).toBeGreaterThan(4);
});

it('those of a refused request are dropped, and a line of the log says so', async () => {
  receiver.answers = [{ status: 400 }];
  add(3);
  await untilCounted(0, 3);
  expect(lines).toMatchObject([{ code: 'status 400', work: 'spans' }]);
  add(1);
  await untilCounted(1, 3);
});

it('those that the collector rejects are counted', async () => {
  receiver.answers = [{ status: 200, body: '{"partialSuccess":{"rejectedSpans":"2"}}' }];
  add(3);
  await untilCounted(1, 2);
});

it.each([[{ status: 503 }], [{ status: 200, body: '<html>' }], ['reset' as const]])(
  'those of a request that %j ended are sent again',
  async (answer) => {
    receiver.answers = [answer, answer];
    add(2);
    await untilCounted(2, 0);
    expect(receiver.requests).toHaveLength(3);
    expect(lines).toHaveLength(2);
  },
);

it('the rest is sent at a stop, and counted when it cannot be', async () => {
  add(2);
  await spans.close();
  expect(counts()).toEqual([2, 0]);
  add(1);
  expect(counts()).toEqual([2, 1]);
});
