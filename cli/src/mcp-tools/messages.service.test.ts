// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: over stdio as over HTTP, null and "" in `params` count as left out. A parameter that stays wrong is -32602
 * with a sentence of ours, without any text of a library's validator.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { svc } from '#harness/command-line';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());

interface Answer {
  id: number;
  result?: { tools?: unknown[]; structuredContent?: Record<string, unknown>; protocolVersion?: string };
  error?: { code: number; message: string };
}

const CLIENT = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a pipe', version: '1.0.0' } };
const ACTION = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' };

/** The answers by their ids. */
async function answersTo(messages: readonly object[]): Promise<Map<number, Answer>> {
  const input = messages.map((message) => JSON.stringify({ jsonrpc: '2.0', ...message })).join('\n');
  const env = { SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl };
  const { code, stdout, stderr } = await svc(['mcp'], { env, input });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).not.toMatch(/[Zz]od|invalid_type|Invalid input|expected/);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => JSON.parse(line) as Answer).map((answer) => [answer.id, answer]));
}

it('takes null and an empty text for what is left out', async () => {
  const answers = await answersTo([
    { id: 1, method: 'initialize', params: { ...CLIENT, capabilities: { roots: null }, _meta: null } },
    { method: 'notifications/initialized', params: null },
    { id: 2, method: 'tools/list', params: null },
    { id: 3, method: 'tools/list', params: { cursor: null } },
    { id: 4, method: 'tools/list', params: { cursor: '' } },
    { id: 5, method: 'tools/call', params: { name: 'list_policies', arguments: null } },
    { id: 6, method: 'tools/call', params: { name: 'decide_action', arguments: JSON.stringify(ACTION) } },
    { id: 7, method: 'ping', params: '' },
  ]);
  expect(answers.get(1)?.result?.protocolVersion).toBe('2025-06-18');
  for (const id of [2, 3, 4]) expect(answers.get(id)?.result?.tools?.length).toBeGreaterThan(5);
  expect(answers.get(5)?.result?.structuredContent).toHaveProperty('policies');
  expect(answers.get(6)?.result?.structuredContent).toMatchObject({ finalDecision: 'ALLOW' });
  expect(answers.get(7)).toHaveProperty('result');
});

it('tells a wrong parameter in a sentence', async () => {
  const answers = await answersTo([
    { id: 1, method: 'initialize', params: CLIENT },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list', params: { cursor: 5 } },
    { id: 3, method: 'tools/call', params: { name: null } },
    { id: 4, method: 'tools/call', params: { name: 'list_policies', arguments: [] } },
  ]);
  for (const [id, path] of [
    [2, 'params.cursor'],
    [3, 'params.name'],
    [4, 'params.arguments'],
  ] as const) {
    expect(answers.get(id)?.error).toEqual({
      code: -32_602,
      message: `Invalid params: ${path} is missing or has a type that the protocol does not give it.`,
    });
  }
});
