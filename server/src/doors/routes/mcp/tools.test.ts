// SPDX-License-Identifier: Apache-2.0
/** Guarantee: an assistant of either era lists seven tools, and each does what its operation does. */
import { MCP_TOOL_NAMES } from '@svc/contract/mcp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Assistant, callTool, connectAssistant, ERAS } from '#harness/mcp';
import { call, openOrganization, otherProcess, TEST_KEY, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';

/** Two processes on one database. */
let service: TestService;
let other: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  other = await otherProcess(service);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const REVIEWED = { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };
const ALLOWED = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' };
const SEEN = { interval: 10 };
const LONG_MS = 99_999;

async function eventCount(): Promise<number> {
  const [row] = await readRows<{ count: number }>(service.database, 'SELECT count(*)::int AS count FROM svc.events');
  return row?.count ?? Number.NaN;
}

describe.each(ERAS)('an assistant of the %s era', (era) => {
  let assistant: Assistant;
  beforeAll(async () => {
    assistant = await connectAssistant(service.baseUrl, { era });
  });
  afterAll(() => assistant.close());

  it('lists seven tools with complete schemas, and what each may change', async () => {
    const { tools } = await assistant.listTools();
    expect(tools.map(({ name }) => name)).toEqual(MCP_TOOL_NAMES);
    const recording = tools.filter(({ annotations }) => annotations?.readOnlyHint === false).map(({ name }) => name);
    expect(recording).toEqual(['decide_action', 'check_mcp_tool_call']);
    for (const { title, description, inputSchema, outputSchema } of tools) {
      expect(title).toBeTruthy();
      expect(description?.length).toBeGreaterThan(100);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(Object.keys(outputSchema?.properties ?? {}).length).toBeGreaterThan(0);
      // Complete in itself: what it refers to stands in it.
      const references = [...JSON.stringify([inputSchema, outputSchema]).matchAll(/"\$ref":"(.*?)"/g)];
      for (const [, reference] of references) expect(reference).toMatch(/^#\/\$defs\/\w+$/);
    }
    expect(assistant.getInstructions()).toMatch(/never an ALLOW/);
  });

  it('decides by the same idempotency key as POST /v1/events, and reads the decision', async () => {
    const idempotencyKey = `shared-${era}`;
    const decided = await callTool(assistant, 'decide_action', { ...REVIEWED, idempotencyKey });
    expect(decided).toMatchObject({ isError: false, structured: { finalDecision: 'REVIEW', sandbox: false } });
    expect(decided.text).toContain('REVIEW: do not run the action');
    const headers = { 'idempotency-key': idempotencyKey };
    const replayed = await call(service.baseUrl, '/v1/events', { body: REVIEWED, headers });
    expect(replayed.headers.get('idempotent-replay')).toBe('true');
    expect(replayed.body).toEqual(decided.structured);
    const read = await callTool(assistant, 'get_decision', { id: decided.structured.id });
    expect(read.structured).toEqual(decided.structured);
    const reused = await callTool(assistant, 'decide_action', { ...ALLOWED, idempotencyKey });
    expect(reused).toMatchObject({ isError: true, meta: { 'svc/error': { error: 'idempotency_key_reused' } } });
  });

  it('is woken by a resolution on another process', async () => {
    const member = await signIn(other.baseUrl, PEOPLE.member);
    const { structured } = await callTool(assistant, 'decide_action', REVIEWED);
    const waiting = callTool(assistant, 'get_decision', { id: structured.id, waitMs: LONG_MS });
    await expect.poll(() => service.app.waitingCalls(), SEEN).toBe(1);
    const resolved = await member.call(`/reviews/${structured.id}/approve`, { method: 'POST', body: {} });
    expect(resolved.status).toBe(200);
    expect((await waiting).structured).toMatchObject({ decision: 'REVIEW', finalDecision: 'ALLOW' });
  });

  it('decides a call of another MCP tool by its exact arguments', async () => {
    const asked = { agent: 'billing-bot', resource: 'orders', tool: 'listOrders', idempotencyKey: `tool-${era}` };
    const decided = await callTool(assistant, 'check_mcp_tool_call', { ...asked, arguments: { page: 1 } });
    expect(decided.structured).toMatchObject({ gateway: { mappedAction: 'READ_DATA', allowed: true } });
    const { idempotencyKey, ...body } = asked;
    const raw = (page: string) => `${JSON.stringify(body).slice(0, -1)},"arguments":{"page":${page}}}`;
    const replay = (page: string) =>
      call(service.baseUrl, '/v1/gateway/mcp', { raw: raw(page), headers: { 'idempotency-key': idempotencyKey } });
    expect((await replay('1')).body.id).toBe(decided.structured.id);
    expect((await replay('1.00000000000000000001')).body.error).toBe('idempotency_key_reused');
  });

  it('tries, tests, lists and plans without recording or changing anything', async () => {
    const before = await eventCount();
    const checked = await callTool(assistant, 'check_action', REVIEWED);
    expect(checked.structured).toMatchObject({ decision: 'REVIEW', matchedPolicy: 'Review customer exports' });
    expect(Object.keys(checked.structured)).not.toContain('finalDecision');
    const policies = [{ name: 'Nothing', action: 'ANY', decision: 'BLOCK' }];
    const cases = [{ name: 'reads', input: ALLOWED, expect: { decision: 'ALLOW' } }];
    const tested = await callTool(assistant, 'test_policies', { policies, cases });
    expect(tested.structured).toMatchObject({ results: [{ decision: 'BLOCK', pass: false }] });
    const listed = await callTool(assistant, 'list_policies');
    const planned = await callTool(assistant, 'plan_policy_changes', { policies, prune: true, dryRun: false });
    expect(planned.structured).toMatchObject({
      dryRun: true,
      changes: [{ name: 'Nothing', op: 'create' }, {}, {}, {}],
    });
    expect((await call(service.baseUrl, '/v1/policies')).body).toEqual(listed.structured);
    expect(await eventCount()).toBe(before);
  });
});

it('keeps a TEST key in the sandbox', async () => {
  const assistant = await connectAssistant(service.baseUrl, { key: TEST_KEY });
  expect((await callTool(assistant, 'decide_action', ALLOWED)).structured).toMatchObject({ sandbox: true });
  await assistant.close();
});
