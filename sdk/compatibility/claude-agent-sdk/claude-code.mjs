// SPDX-License-Identifier: Apache-2.0
// Stands in for the program Claude Code, which needs a model, at the JSON lines on its stdin and stdout. The prompt
// lists the tool calls of the model, as JSON. All else follows the program. It asks the registered hooks, then the
// person when a hook says so, and runs a tool in the process of the SDK. A failing hook does not stop a tool, and our
// hooks must be proof against that.
import { createInterface } from 'node:readline';

const SESSION = { session_id: 'session-1', uuid: '00000000-0000-4000-8000-000000000000' };
const waiting = new Map();
let hooks = {};
let requests = 0;

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === 'control_response') waiting.get(message.response.request_id)?.(message.response);
  if (message.type === 'control_request') answerRequest(message);
  if (message.type === 'user') void runCalls(JSON.parse(message.message.content[0].text));
}

function say(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

function answerRequest({ request_id, request }) {
  if (request.subtype === 'initialize') hooks = request.hooks ?? {};
  const response = {
    commands: [],
    agents: [],
    output_style: 'default',
    available_output_styles: ['default'],
    models: [],
    account: {},
    hooks_applied: true,
    hook_on_failure_supported: true,
  };
  say({ type: 'control_response', response: { subtype: 'success', request_id, response } });
}

function ask(request) {
  const request_id = `request-${++requests}`;
  const answer = new Promise((resolve) => waiting.set(request_id, resolve));
  say({ type: 'control_request', request_id, request });
  return answer;
}

async function runCalls(calls) {
  for (const call of calls) {
    const content = [{ type: 'tool_result', tool_use_id: call.id, ...(await runCall(call)) }];
    say({ type: 'user', message: { role: 'user', content }, parent_tool_use_id: null, ...SESSION });
  }
  const usage = { input_tokens: 0, output_tokens: 0 };
  say({ type: 'result', subtype: 'success', is_error: false, num_turns: 1, result: 'done', usage, ...SESSION });
}

async function runCall({ id, name, input }) {
  const refused = await askHooks(id, name, input);
  if (refused !== null) return { is_error: true, content: refused };
  const [, server_name, tool] = name.split('__');
  const message = { jsonrpc: '2.0', id: ++requests, method: 'tools/call', params: { name: tool, arguments: input } };
  const { response } = await ask({ subtype: 'mcp_message', server_name, message });
  const { content, isError = false } = response.mcp_response.result;
  const ended = isError ? { error: content[0].text } : { tool_response: content };
  await eachHook(isError ? 'PostToolUseFailure' : 'PostToolUse', id, name, { tool_input: input, ...ended });
  return { content: content[0].text };
}

/** Asks the hooks of an event, until `take` makes something of an answer. */
async function eachHook(hook_event_name, id, name, more, take = () => null) {
  const hookInput = { hook_event_name, tool_name: name, tool_use_id: id, ...more };
  const place = { transcript_path: '/dev/null', cwd: process.cwd(), permission_mode: 'default' };
  for (const { matcher, hookCallbackIds } of hooks[hook_event_name] ?? []) {
    if (matcher !== undefined && !new RegExp(`^(?:${matcher})$`).test(name)) continue;
    for (const callback_id of hookCallbackIds) {
      const answered = await ask({
        subtype: 'hook_callback',
        callback_id,
        tool_use_id: id,
        input: { ...SESSION, ...place, ...hookInput },
      });
      const taken = take(answered.response?.hookSpecificOutput);
      if (taken !== null) return taken;
    }
  }
  return null;
}

/** Returns the reason why the tool does not run, or null. */
async function askHooks(id, name, input) {
  const said = await eachHook('PreToolUse', id, name, { tool_input: input }, (output) => {
    return output?.permissionDecision === 'deny' || output?.permissionDecision === 'ask' ? output : null;
  });
  if (said?.permissionDecision === 'ask') return await askPerson(id, name, input, said.permissionDecisionReason);
  return said?.permissionDecisionReason ?? null;
}

async function askPerson(id, name, input, decision_reason) {
  const request = { subtype: 'can_use_tool', tool_name: name, input, tool_use_id: id, decision_reason };
  const { response } = await ask({ ...request, decision_reason_type: 'hook' });
  return response?.behavior === 'allow' ? null : (response?.message ?? 'Nobody could be asked.');
}
