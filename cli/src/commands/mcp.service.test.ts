// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the tools over stdio are those of the hosted server, and no error of one is an ALLOW. */

import { MCP_TOOL_NAMES } from '@svc/contract/mcp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { svc } from '#harness/command-line';
import { type Assistant, callTool, connectLocally, ERAS } from '#harness/mcp';
import { LIVE_KEY, openOrganization, TEST_KEY, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
});
afterAll(() => service.stop());

const REVIEWED = { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };
const ALLOWED = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' };
const LONG_MS = 30_000;

describe.each(ERAS)('an assistant of the %s era', (era) => {
  let assistant: Assistant;
  beforeAll(async () => {
    assistant = await connectLocally({ SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl }, era);
  });
  afterAll(() => assistant.close());

  it('has the same seven tools, and each asks the service', async () => {
    const { tools } = await assistant.listTools();
    expect(tools.map(({ name }) => name)).toEqual(MCP_TOOL_NAMES);
    const decided = await callTool(assistant, 'decide_action', { ...REVIEWED, idempotencyKey: `local-${era}` });
    expect(decided.structured).toMatchObject({ finalDecision: 'REVIEW' });
    const again = await callTool(assistant, 'decide_action', { ...REVIEWED, idempotencyKey: `local-${era}` });
    expect(again.structured).toEqual(decided.structured);
    const checked = await callTool(assistant, 'check_action', REVIEWED);
    expect(checked.structured).toMatchObject({ decision: 'REVIEW', matchedPolicy: 'Review customer exports' });
    const asked = { agent: 'billing-bot', resource: 'orders', tool: 'listOrders', arguments: {} };
    const called = await callTool(assistant, 'check_mcp_tool_call', asked);
    expect(called.structured).toMatchObject({ gateway: { allowed: true } });
    const cases = [{ name: 'reads', input: ALLOWED, expect: { decision: 'ALLOW' } }];
    expect((await callTool(assistant, 'test_policies', { cases })).structured).toMatchObject({
      results: [{ pass: true }],
    });
    const planned = await callTool(assistant, 'plan_policy_changes', { policies: [], prune: true, dryRun: false });
    expect(planned.structured).toMatchObject({ dryRun: true, changes: [{}, {}, {}] });
    const { structured } = await callTool(assistant, 'list_policies');
    expect(structured.policies).toHaveLength(3);
  });

  it('waits for the outcome of a review', async () => {
    const { structured } = await callTool(assistant, 'decide_action', REVIEWED);
    const waiting = callTool(assistant, 'get_decision', { id: structured.id, waitMs: LONG_MS });
    await expect.poll(() => service.app.waitingCalls(), { interval: 10 }).toBe(1);
    const member = await signIn(service.baseUrl, PEOPLE.member);
    await member.call(`/reviews/${structured.id}/deny`, { method: 'POST', body: {} });
    const { structured: after, text } = await waiting;
    expect(after).toMatchObject({ decision: 'REVIEW', finalDecision: 'BLOCK' });
    expect(text).toContain('BLOCK: do not run the action');
  });
});

it.each([
  ['an unknown agent', LIVE_KEY, 'decide_action', { ...ALLOWED, agent: 'nobody' }, 'not_found'],
  ['an unknown field', LIVE_KEY, 'decide_action', { ...ALLOWED, approve: true }, 'validation_error'],
  ['a TEST key that plans', TEST_KEY, 'plan_policy_changes', { policies: [] }, 'forbidden'],
  ['a service that is away', LIVE_KEY, 'decide_action', ALLOWED, 'unavailable'],
])('%s is an error, and never an ALLOW', async (_what, key, name, args, error) => {
  const baseUrl = error === 'unavailable' ? 'http://127.0.0.1:1' : service.baseUrl;
  const assistant = await connectLocally({ SVC_API_KEY: key, SVC_BASE_URL: baseUrl });
  const answer = await callTool(assistant, name, args);
  await assistant.close();
  expect(answer).toMatchObject({ isError: true, structured: {}, meta: { 'svc/error': { error } } });
  expect(answer.text).toMatch(/not an ALLOW/);
});

describe('the end of stdin', () => {
  const request = (id: number, method: string, params: object) => ({ jsonrpc: '2.0', id, method, params });
  const HELLO = request(1, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'a pipe', version: '1.0.0' },
  });
  const READY = { jsonrpc: '2.0', method: 'notifications/initialized' };
  const decide = (id: number) => request(id, 'tools/call', { name: 'decide_action', arguments: ALLOWED });
  const SESSION = [HELLO, READY, decide(2)].map((message) => JSON.stringify(message));

  const answersTo = async (input: string) => {
    const { code, stdout, stderr } = await svc(['mcp'], {
      env: { SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl },
      input,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const answers = stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { id: number; result?: { isError?: boolean }; error?: { code: number } });
    return answers.sort((left, right) => left.id - right.id);
  };
  const idsOf = async (input: string) => (await answersTo(input)).map(({ id }) => id);

  it.each([
    ['with a line end', `${SESSION.join('\n')}\n`],
    ['without one', SESSION.join('\n')],
    ['with CR LF', SESSION.join('\r\n')],
    ['behind a byte order mark', `\uFEFF${SESSION.join('\n')}\n`],
    ['with a mark before every line', SESSION.map((line) => `\uFEFF${line}\n`).join('')],
    ['with empty lines', `\n${SESSION.join('\n\n')}\n \n`],
  ])('waits for the call under way and writes its answer: lines %s', async (_what, input) => {
    const [hello, decided] = await answersTo(input);
    expect(hello?.id).toBe(1);
    expect(decided).toMatchObject({ id: 2, result: { structuredContent: { finalDecision: 'ALLOW' } } });
  });

  it('waits for many calls', async () => {
    const calls = [2, 3, 4, 5, 6].map((id) => JSON.stringify(decide(id)));
    expect(await idsOf([...SESSION.slice(0, 2), ...calls].join('\n'))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('ends at once without a call, and does not wait for one that was cancelled', async () => {
    expect(await idsOf('')).toEqual([]);
    const reviewed = await callOnce('decide_action', REVIEWED);
    const wait = request(2, 'tools/call', { name: 'get_decision', arguments: { id: reviewed, waitMs: LONG_MS } });
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } };
    expect(await idsOf([HELLO, READY, wait, cancel].map((message) => JSON.stringify(message)).join('\n'))).toEqual([1]);
  });

  it('takes null where a client leaves something out', async () => {
    const list = { jsonrpc: '2.0', id: 8, method: 'tools/list', params: null };
    const read = request(9, 'tools/call', { name: 'list_policies', arguments: null });
    const answers = await answersTo([...SESSION, ...[list, read].map((one) => JSON.stringify(one))].join('\n'));
    expect(answers.map(({ id, result }) => [id, result !== undefined])).toEqual([1, 2, 8, 9].map((id) => [id, true]));
  });

  it('answers a request without its form, and passes over what is no JSON', async () => {
    const answers = await answersTo(['{"id":7,"method":"ping"}', 'hello', ...SESSION].join('\n'));
    expect(answers.map(({ id }) => id)).toEqual([1, 2, 7]);
    expect(answers[2]?.error?.code).toBe(-32600);
  });

  const callOnce = async (name: string, args: object) => {
    const assistant = await connectLocally({ SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl });
    const { structured } = await callTool(assistant, name, { ...args });
    await assistant.close();
    return String(structured.id);
  };
});

it('needs a key, and says on stderr alone which', async () => {
  expect(await svc(['mcp'], { env: { SVC_API_KEY: '' } })).toEqual({
    code: 5,
    stdout: '',
    stderr: expect.stringContaining('SVC_API_KEY'),
  });
});
