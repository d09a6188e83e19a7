// SPDX-License-Identifier: Apache-2.0
// The Vercel AI SDK. A stand-in plays the model and calls each tool, so that no key of a model is needed.
// Start the service with `npm start`, then: SVC_API_KEY=key_test_… node sdk/examples/ai-sdk.mjs
import { createClient } from '@svc/sdk';
import { guardTools } from '@svc/sdk/ai';
import { generateText, isStepCount, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';

const tools = {
  readOrders: tool({ inputSchema: z.object({ count: z.number() }), execute: ({ count }) => `${count} orders` }),
  exportCustomers: tool({ inputSchema: z.object({}), execute: () => 'exported' }),
  deleteCustomers: tool({ inputSchema: z.object({}), execute: () => 'deleted' }),
};

const agent = 'billing-bot';
const guarded = guardTools(createClient(), tools, {
  readOrders: ({ count }) => ({ agent, action: 'READ_DATA', resource: 'orders', recordsAffected: count }),
  exportCustomers: () => ({ agent, action: 'EXPORT_DATA', resource: 'customers', destination: 'EXTERNAL_API' }),
  deleteCustomers: () => ({ agent, action: 'DELETE_DATA', resource: 'customers' }),
});

for (const [toolName, input] of [
  ['readOrders', { count: 2 }],
  ['exportCustomers', {}],
  ['deleteCustomers', {}],
]) {
  const model = modelThatCalls(toolName, input);
  await generateText({ model, prompt: 'Do it.', stopWhen: isStepCount(2), ...guarded });
  const [, afterCall] = model.doGenerateCalls;
  const told = afterCall?.prompt.at(-1).content[0].output;
  process.stdout.write(`${toolName}: ${told === undefined ? 'waits for approval' : (told.value ?? told.reason)}\n`);
}

function modelThatCalls(toolName, input) {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const isDone = prompt.at(-1).role === 'tool';
      const call = { type: 'tool-call', toolCallId: `call_${toolName}`, toolName, input: JSON.stringify(input) };
      return {
        warnings: [],
        usage: { inputTokens: {}, outputTokens: {} },
        finishReason: { unified: isDone ? 'stop' : 'tool-calls' },
        content: isDone ? [{ type: 'text', text: 'Done.' }] : [call],
      };
    },
  });
}
