// SPDX-License-Identifier: Apache-2.0
// An agent of a user who installed the Claude Agent SDK and the client library. It prints its events and the results of
// its tools.
// node agent.mjs '{ "calls": […], "settings": { … }, "person": "allow" | "deny", "fails": false }'
import { fileURLToPath } from 'node:url';
import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { createClient } from '@svc/sdk';
import { svcHooks } from '@svc/sdk/claude-agent';

const { calls, settings, person, fails } = JSON.parse(process.argv[2]);
const agent = 'billing-bot';
const ACTIONS = {
  mcp__crm__read: { agent, action: 'READ_DATA', resource: 'orders' },
  mcp__crm__delete: { agent, action: 'DELETE_DATA', resource: 'customers' },
  mcp__crm__export: { agent, action: 'EXPORT_DATA', resource: 'customers', destination: 'EXTERNAL_API' },
};

const ran = [];
const events = [];
const asked = [];
const results = [];
const tools = ['read', 'delete', 'export'].map((name) =>
  tool(name, `To ${name}`, {}, async () => {
    ran.push(name);
    if (fails) throw new Error('no disk');
    return { content: [{ type: 'text', text: `${name}: done` }] };
  }),
);
const messages = query({
  prompt: JSON.stringify(calls),
  options: {
    pathToClaudeCodeExecutable: fileURLToPath(new URL('claude-code.mjs', import.meta.url)),
    mcpServers: { crm: createSdkMcpServer({ name: 'crm', tools }) },
    mcpServersDelivery: 'argv',
    hooks: svcHooks(createClient({ backoffMs: 1 }), (name) => ACTIONS[name], {
      ...settings,
      onDecision: ({ id }) => events.push(id),
    }),
    canUseTool: async (name, input, { decisionReason }) => {
      asked.push({ name, decisionReason });
      return person === 'allow'
        ? { behavior: 'allow', updatedInput: input }
        : { behavior: 'deny', message: 'I said no.' };
    },
  },
});
for await (const message of messages) {
  if (message.type === 'user') results.push(...message.message.content.map(({ content }) => content));
}
process.stdout.write(JSON.stringify({ events, session: { ran, asked, results } }));
