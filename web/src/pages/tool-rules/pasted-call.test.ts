// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a call is found in each form that people paste, and in nothing else. */
import { expect, it } from 'vitest';
import { pastedCall } from './pasted-call.ts';

const INPUT = { command: 'ls' };

it.each([
  ['a hook', { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: INPUT }],
  ['a hook that spells its arguments as text', { toolName: 'Bash', toolArgs: JSON.stringify(INPUT) }],
  ['MCP', { name: 'Bash', arguments: INPUT }],
  ['JSON-RPC', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'Bash', arguments: INPUT } }],
  ['a model', { id: 'call_1', type: 'function', function: { name: 'Bash', arguments: JSON.stringify(INPUT) } }],
  ['another model', { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: INPUT }],
  ['a tool and its arguments', { tool: 'Bash', arguments: INPUT }],
])('is found as in %s', (_from, call) => {
  expect(pastedCall(JSON.stringify(call))).toEqual({ tool: 'Bash', input: INPUT });
});

it('may have no arguments, or a text that is no JSON', () => {
  expect(pastedCall('{"name":"Bash"}')).toEqual({ tool: 'Bash', input: undefined });
  expect(pastedCall('{"name":"Bash","input":"ls -l"}')).toEqual({ tool: 'Bash', input: 'ls -l' });
});

it.each(['', 'Bash', '{', 'null', '[]', '"name"', '{"name":""}', '{"name":1}', '[{"name":"Bash"}]'])(
  'is not found in %j',
  (text) => {
    expect(pastedCall(text)).toBeNull();
  },
);
