// SPDX-License-Identifier: Apache-2.0
// The Claude Agent SDK: `query({ prompt, options: { hooks } })`. Here the hook is called as the SDK calls it.
// Start the service with `npm start`, then: SVC_API_KEY=key_test_… node sdk/examples/claude-agent.mjs
import { createClient } from '@svc/sdk';
import { svcHooks } from '@svc/sdk/claude-agent';

const agent = 'support-bot';
const hooks = svcHooks(
  createClient(),
  (name) => {
    if (name === 'Read' || name === 'Grep') return null;
    if (name.startsWith('mcp__crm__delete')) return { agent, action: 'DELETE_DATA', resource: 'customers' };
    return { agent, action: 'EXPORT_DATA', resource: 'customers', destination: 'EXTERNAL_API' };
  },
  { waitMs: 0 },
);

for (const name of ['Read', 'mcp__crm__delete_customer', 'mcp__crm__export']) {
  const input = { session_id: 'example', hook_event_name: 'PreToolUse', tool_name: name, tool_input: {} };
  const answer = await hooks.PreToolUse[0].hooks[0](input, undefined, { signal: new AbortController().signal });
  process.stdout.write(`${name}: ${answer.hookSpecificOutput?.permissionDecision ?? "Claude's own rules"}\n`);
}
