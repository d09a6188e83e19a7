// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: null and "" in `params` count as left out, and arguments may come as JSON text. A parameter that stays wrong
 * is -32602 with a sentence of ours, without any text of a library's validator.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendToMcp } from '#harness/mcp';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());

const request = (method: string, params?: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  ...(params !== undefined && { params }),
});
const ACTION = { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' };
const CLIENT = { capabilities: {}, clientInfo: { name: 'test', version: '1' } };
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

async function send(body: unknown, headers: Record<string, string> = {}) {
  const key = { authorization: `Bearer ${LIVE_KEY}` };
  const { status, text } = await sendToMcp(service.baseUrl, body, { ...key, ...headers });
  expect(text).not.toMatch(/zod|invalid_type|Invalid input|expected/i);
  return { status, answer: text === '' ? null : JSON.parse(text) };
}

describe('what stands for nothing', () => {
  it.each([
    ['params', request('tools/list', null)],
    ['params as an empty text', request('tools/list', '')],
    ['a cursor', request('tools/list', { cursor: null })],
    ['an empty cursor', request('tools/list', { cursor: '' })],
    ['_meta', request('tools/list', { _meta: null })],
    ['a progress token', request('tools/list', { _meta: { progressToken: null } })],
  ])('%s: the tools are listed', async (_, body) => {
    const { status, answer } = await send(body);
    expect(status).toBe(200);
    expect(answer.result.tools.length).toBeGreaterThan(5);
  });

  it.each([
    ['arguments', request('tools/call', { name: 'list_policies', arguments: null })],
    ['arguments as an empty text', request('tools/call', { name: 'list_policies', arguments: '' })],
    ['arguments as JSON text', request('tools/call', { name: 'list_policies', arguments: '{}' })],
    ['the rest of params', request('tools/call', { name: 'list_policies', _meta: null, requestState: null })],
  ])('%s: the policies are listed', async (_, body) => {
    const { answer } = await send(body);
    expect(answer.result.structuredContent.policies).toBeInstanceOf(Array);
  });

  it('holds in a batch, in a ping, in a notification and at the start', async () => {
    const { answer } = await send([request('tools/list', null), { ...request('ping', null), id: 2 }]);
    expect(answer.map((one: { result?: object }) => one.result !== undefined)).toEqual([true, true]);
    const { status } = await send({ jsonrpc: '2.0', method: 'notifications/initialized', params: null });
    expect(status).toBe(202);
    const params = { protocolVersion: '2025-11-25', ...CLIENT, capabilities: { roots: null, sampling: null } };
    const started = await send(request('initialize', { ...params, clientInfo: { ...CLIENT.clientInfo, title: null } }));
    expect(started.answer.result.protocolVersion).toBe('2025-11-25');
  });

  it('holds in the newer revision', async () => {
    const params = { name: 'check_action', arguments: { ...ACTION, at: null }, requestState: null, _meta: ENVELOPE };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'check_action' };
    const { answer } = await send(request('tools/call', params), headers);
    expect(answer.result.structuredContent).toMatchObject({ decision: 'ALLOW' });
  });
});

describe('a wrong parameter', () => {
  it.each<[string, unknown, string]>([
    ['a cursor', request('tools/list', { cursor: 5 }), 'params.cursor'],
    ['no name', request('tools/call', { arguments: {} }), 'params.name'],
    ['a null name', request('tools/call', { name: null }), 'params.name'],
    ['arguments that are a list', request('tools/call', { name: 'list_policies', arguments: [] }), 'params.arguments'],
    ['arguments that are text', request('tools/call', { name: 'list_policies', arguments: 'x' }), 'params.arguments'],
    ['no protocol version', request('initialize', { ...CLIENT, protocolVersion: null }), 'params.protocolVersion'],
    [
      'a client without a name',
      request('initialize', { protocolVersion: '2025-11-25', capabilities: {} }),
      'clientInfo',
    ],
    [
      'an envelope of another form',
      request('tools/list', { _meta: { ...ENVELOPE, 'io.modelcontextprotocol/clientInfo': 5 } }),
      'params._meta.io.modelcontextprotocol/clientInfo',
    ],
  ])('%s is -32602 with a sentence', async (_, body, path) => {
    const { answer } = await send(body);
    expect(answer.error.code).toBe(-32_602);
    expect(answer.error.message).toMatch(
      /^Invalid params: .* is missing or has a type that the protocol does not give it\.$/,
    );
    expect(answer.error.message).toContain(path);
  });

  it('in a batch leaves the others their answers', async () => {
    const { answer } = await send([request('tools/list', { cursor: 5 }), { ...request('tools/list'), id: 2 }]);
    const byId = new Map(answer.map((one: { id: number }) => [one.id, one]));
    expect(byId.get(1)).toMatchObject({ error: { code: -32_602 } });
    expect(byId.get(2)).toHaveProperty('result.tools');
  });
});

it('compares arguments that came as JSON text digit for digit', async () => {
  const calling = (args: unknown, idempotencyKey: string) => {
    const call = { agent: 'billing-bot', resource: 'orders', tool: 'get_x', arguments: args, idempotencyKey };
    return send(request('tools/call', { name: 'check_mcp_tool_call', arguments: call }));
  };
  const first = await calling('{"account": 9007199254740993}', 'digits-1');
  expect(first.answer.result.isError).toBeUndefined();
  const again = await calling('{"account":9007199254740993}', 'digits-1');
  expect(again.answer.result.structuredContent.id).toBe(first.answer.result.structuredContent.id);
  const other = await calling('{"account":9007199254740992}', 'digits-1');
  expect(other.answer.result).toMatchObject({ isError: true });
  expect(other.answer.result.content[0].text).toContain('idempotency_key_reused');
});
