// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: it sends to a collector.
 * Guarantee: a decision is a span of its caller's trace, without what it was about, and never waits for the collector.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { startCollector, type TestCollector } from '#harness/collector';
import { connectAssistant, ERAS } from '#harness/mcp';
import { call, startTestService, type TestService } from '#harness/service';
import { acmeWithPeople } from '#harness/service/sessions.ts';
import { BLOCKED } from '#harness/webhooks';

const PARENT = 'b7ad6b7169203331';
/** A trace of its own for each case. */
const newTrace = () => {
  const traceId = randomBytes(16).toString('hex');
  return { traceId, traceparent: `00-${traceId}-${PARENT}-01` };
};
const SERVER = 2;

let collector: TestCollector;
let service: TestService;
beforeAll(async () => {
  collector = await startCollector();
  service = await startTestService({
    provisioning: acmeWithPeople(),
    otlp: {
      logsUrl: null,
      tracesUrl: `${collector.url}/v1/traces`,
      headers: {},
      timeoutMs: 1_000,
      serviceName: 'svc-test',
    },
  });
});
afterAll(async () => {
  await service.stop();
  await collector.stop();
});
beforeEach(() => {
  Object.assign(collector, { answers: [], answerBy: null });
});

const decide = async (path: string, body: object, headers: Record<string, string> = {}) =>
  await call(service.baseUrl, path, { body, headers });
/** The span of the trace, once it has arrived. */
const spanOf = async (traceId: string) =>
  await vi.waitFor(() => {
    service.clock.move(1_000);
    const spans = collector.spans().filter((span) => span.traceId === traceId);
    expect(spans).toHaveLength(1);
    return spans[0];
  }, PATIENTLY);

describe('a span', () => {
  it('of an event continues the trace, and tells the decision', async () => {
    const { traceId, traceparent } = newTrace();
    const { body } = await decide('/v1/events', BLOCKED, { traceparent });
    const span = await spanOf(traceId);
    expect(span).toMatchObject({ parentSpanId: PARENT, name: 'execute_tool', kind: SERVER, flags: 0x301, status: {} });
    expect(span?.values).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'svc.door': 'API',
      'svc.organization.id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'svc.event.id': body.id,
      'svc.decision': 'BLOCK',
      'svc.policy.id': body.policy?.id,
      'svc.replay': false,
    });
    expect(span?.resource).toMatchObject({ 'service.name': 'svc-test' });
    expect(collector.requests.at(-1)).toMatchObject({ method: 'POST', path: '/v1/traces' });
  });

  it('of a call of a tool names the tool, and none of its arguments', async () => {
    const asked = {
      agent: 'billing-bot',
      resource: 'customers',
      tool: 'read_rows',
      arguments: { table: 'secret-argument' },
      content: 'secret-content',
    };
    const { traceId, traceparent } = newTrace();
    const { status } = await decide('/v1/gateway/mcp', asked, { traceparent });
    expect(status).toBe(200);
    const span = await spanOf(traceId);
    expect(span?.name).toBe('tools/call read_rows');
    expect(span?.values).toMatchObject({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'read_rows',
      'mcp.method.name': 'tools/call',
      'svc.door': 'MCP_GATEWAY',
    });
    expect(JSON.stringify(collector.requests)).not.toMatch(/secret-argument|secret-content|billing-bot|customers/);
  });

  it.each(ERAS)('of a tool of the MCP server continues the trace of its call (%s)', async (era) => {
    const { traceId, traceparent } = newTrace();
    const assistant = await connectAssistant(service.baseUrl, { era });
    const asked = { name: 'decide_action', arguments: { ...BLOCKED }, _meta: { traceparent } };
    const { structuredContent } = await assistant.callTool(asked);
    await assistant.close();
    const span = await spanOf(traceId);
    expect(span).toMatchObject({ parentSpanId: PARENT, name: 'execute_tool' });
    const { id } = structuredContent as { id: string };
    expect(span?.values).toMatchObject({ 'svc.door': 'MCP', 'svc.event.id': id });
  });

  it('of a refusal has the code of its error', async () => {
    const { traceId, traceparent } = newTrace();
    const { status, body } = await decide('/v1/events', { ...BLOCKED, agent: 'nobody' }, { traceparent });
    expect(status).toBeGreaterThanOrEqual(400);
    const span = await spanOf(traceId);
    expect(span?.status).toEqual({ code: 2 });
    expect(span?.values['error.type']).toBe(body.error);
    expect(span?.values['svc.event.id']).toBeUndefined();
  });

  it('without a trace begins one, and a trace that is not recorded gets none', async () => {
    const { traceId, traceparent } = newTrace();
    const own = await decide('/v1/events', BLOCKED);
    const unrecorded = await decide('/v1/events', BLOCKED, { traceparent: traceparent.replace(/01$/, '00') });
    const hostile = await decide('/v1/events', BLOCKED, { traceparent: `${traceparent}-x` });
    const idsOf = () => collector.spans().map(({ values }) => values['svc.event.id']);
    await vi.waitFor(() => {
      service.clock.move(1_000);
      expect(idsOf()).toEqual(expect.arrayContaining([own.body.id, hostile.body.id]));
    }, PATIENTLY);
    expect(idsOf()).not.toContain(unrecorded.body.id);
    const found = collector.spans().filter(({ values }) => values['svc.event.id'] !== undefined);
    for (const id of [own.body.id, hostile.body.id]) {
      const span = found.find(({ values }) => values['svc.event.id'] === id);
      expect(span?.parentSpanId).toBeUndefined();
      expect(span?.traceId).not.toBe(traceId);
    }
  });
});

it('a collector that hangs keeps no decision waiting, and gets the spans later', async () => {
  collector.answerBy = () => 'hang';
  const before = collector.requests.length;
  const first = await decide('/v1/events', BLOCKED);
  await vi.waitFor(() => {
    service.clock.move(1_000);
    expect(collector.requests.length).toBeGreaterThan(before);
  }, PATIENTLY);
  const second = await decide('/v1/events', BLOCKED);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(collector.spans().map(({ values }) => values['svc.event.id'])).not.toContain(first.body.id);
  collector.answerBy = null;
  await vi.waitFor(() => {
    service.clock.move(60_000);
    const ids = collector.spans().map(({ values }) => values['svc.event.id']);
    expect(ids).toEqual(expect.arrayContaining([first.body.id, second.body.id]));
  }, PATIENTLY);
  expect(service.logged()).toMatch(/"work":"spans"[^\n]*check that it runs/);
});
