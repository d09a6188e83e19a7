// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: null and "" count as left out where an argument is optional. Numbers, booleans, lists and objects may come as
 * text. A value that stays wrong is named in a sentence. It holds for the hosted server and for that of `svc mcp`.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Assistant, callTool, connectAssistant, connectLocally } from '#harness/mcp';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';

const ACTION = { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' };
const CASE = { name: 'a', input: ACTION };
const CALL = { agent: 'billing-bot', resource: 'orders', tool: 'get_x' };

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());

const NOTHING = { destination: null, recordsAffected: null, content: null, idempotencyKey: null };

const TAKEN: readonly [tool: string, args: Record<string, unknown>][] = [
  ['decide_action', { ...ACTION, ...NOTHING, agentId: null, resourceId: null }],
  ['decide_action', { ...ACTION, destination: '', idempotencyKey: '', agentId: '', recordsAffected: '', content: '' }],
  ['decide_action', { ...ACTION, recordsAffected: '5' }],
  ['decide_action', { ...ACTION, recordsAffected: ' 5.0 ' }],
  ['check_action', { ...ACTION, metadata: null, containsSensitiveData: null, at: null, dlpTypes: null }],
  ['check_action', { ...ACTION, metadata: '', containsSensitiveData: 'true', at: '', dlpTypes: '["CPF"]' }],
  ['check_action', { ...ACTION, metadata: '{"a":null}', openAnomaly: 'False', recordsAffected: '1e3' }],
  ['test_policies', { policies: null, cases: [{ ...CASE, expect: null }] }],
  ['test_policies', { policies: '', cases: JSON.stringify([CASE]) }],
  ['test_policies', { policies: '[]', cases: [JSON.stringify(CASE)] }],
  ['test_policies', { cases: [{ ...CASE, input: { ...ACTION, recordsAffected: '7', destination: '', at: null } }] }],
  ['check_mcp_tool_call', { ...CALL, arguments: null, routeId: '' }],
  ['check_mcp_tool_call', { ...CALL, arguments: '{"a":1}', recordsAffected: 'null' }],
  ['check_mcp_tool_call', { ...CALL, arguments: '', idempotencyKey: null }],
  ['plan_policy_changes', { policies: '[]', dryRun: 'true', prune: null }],
  ['list_policies', {}],
];

const REFUSED: readonly [tool: string, args: Record<string, unknown>, names: string][] = [
  ['decide_action', { ...ACTION, action: null }, 'action'],
  ['decide_action', { ...ACTION, action: '' }, 'action'],
  ['decide_action', { ...ACTION, agent: '' }, 'agent'],
  ['decide_action', { ...ACTION, agent: null }, 'agent'],
  ['decide_action', { ...ACTION, resource: '' }, 'resource'],
  ['decide_action', { ...ACTION, recordsAffected: '12px' }, 'recordsAffected'],
  ['decide_action', { ...ACTION, recordsAffected: '1.5' }, 'recordsAffected'],
  ['decide_action', { ...ACTION, recordsAffected: '1,000' }, 'recordsAffected'],
  ['decide_action', { ...ACTION, recordsAffected: '-1' }, 'recordsAffected'],
  ['check_action', { ...ACTION, containsSensitiveData: 'yes' }, 'containsSensitiveData'],
  ['check_action', { ...ACTION, at: '2026-02-30T00:00:00Z' }, 'at'],
  ['check_action', { ...ACTION, at: '2026-02-01' }, 'at'],
  ['check_action', { ...ACTION, dlpTypes: 'CPF' }, 'dlpTypes'],
  ['test_policies', { cases: null }, 'cases'],
  ['test_policies', { cases: '[{' }, 'cases'],
  ['test_policies', { cases: [{ name: 'a', input: { ...ACTION, agent: null } }] }, 'cases[0].input.agent'],
  ['check_mcp_tool_call', { ...CALL, arguments: '[1]' }, 'arguments'],
  ['check_mcp_tool_call', { ...CALL, tool: '' }, 'tool'],
  ['get_decision', { id: '' }, 'id'],
  ['get_decision', { id: null }, 'id'],
];

describe.each([
  ['the hosted server', () => connectAssistant(service.baseUrl)],
  ['svc mcp', () => connectLocally({ SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl })],
] as const)('%s', (_name, connect) => {
  let assistant: Assistant;
  beforeAll(async () => {
    assistant = await connect();
  });
  afterAll(() => assistant.close());

  it.each(TAKEN)('%s takes %j', async (tool, args) => {
    const { isError, text } = await callTool(assistant, tool, args);
    expect(isError, text).toBe(false);
  });

  it('get_decision takes nothing and a number as text for the wait', async () => {
    const { structured } = await callTool(assistant, 'decide_action', ACTION);
    for (const waitMs of [null, '', '0', '1000']) {
      const read = await callTool(assistant, 'get_decision', { id: structured.id, waitMs });
      expect(read.structured).toEqual(structured);
    }
  });

  it.each(REFUSED)('%s refuses %j', async (tool, args, names) => {
    const { isError, text } = await callTool(assistant, tool, args);
    expect(isError, text).toBe(true);
    expect(text).toMatch(/^validation_error \(400\): /);
    expect(text).toContain(names);
    expect(text).not.toMatch(/[Zz]od|invalid_type|Invalid input|must NOT|must match/);
  });

  it('decides by the number that a text spells', async () => {
    const idempotencyKey = `spelled-${_name.length}`;
    const [spelled, written] = [
      await callTool(assistant, 'decide_action', { ...ACTION, recordsAffected: '5', idempotencyKey }),
      await callTool(assistant, 'decide_action', { ...ACTION, recordsAffected: 5, content: null, idempotencyKey }),
    ];
    expect(written.structured).toEqual(spelled.structured);
    const other = await callTool(assistant, 'decide_action', { ...ACTION, recordsAffected: '6', idempotencyKey });
    expect(other).toMatchObject({ isError: true, text: expect.stringContaining('idempotency_key_reused') });
  });
});
