// SPDX-License-Identifier: Apache-2.0
/** The snippet of docs/guides/adapters.md, as it stands there. */
import { FunctionTool, InMemoryRunner, LlmAgent, SecurityPlugin } from '@google/adk';
import { guardTools } from '@svc/sdk/adk';
import { z } from 'zod';
import { PlayedModel } from '../adk.ts';
import { chat, exportRows, svc } from './setting.ts';

const model = new PlayedModel('export_customers');
const exportCustomers = new FunctionTool({
  name: 'export_customers',
  description: 'Exports customers.',
  parameters: z.object({ count: z.number() }),
  execute: ({ count }) => exportRows(count),
});

const { tools, policyEngine } = guardTools(svc, [exportCustomers], {
  export_customers: ({ count }: { count: number }) => ({
    agent: 'billing-bot',
    action: 'EXPORT_DATA',
    resource: 'customers',
    destination: 'EXTERNAL_API',
    recordsAffected: count,
  }),
});
const assistant = new LlmAgent({ name: 'assistant', model, tools });
const plugins = [new SecurityPlugin({ policyEngine })];
const runner = new InMemoryRunner({ agent: assistant, appName: 'app', plugins });

const session = { userId: 'user', sessionId: chat };
await runner.sessionService.createSession({ appName: 'app', ...session });
const confirmations: string[] = [];
const newMessage = { role: 'user', parts: [{ text: 'Export three customers' }] };
for await (const event of runner.runAsync({ ...session, newMessage })) {
  for (const { functionCall } of event.content?.parts ?? []) {
    if (functionCall?.name === 'adk_request_confirmation') confirmations.push(functionCall.id ?? '');
  }
}

// Later, and in any process:
let text: string | undefined;
for (const id of confirmations) {
  const functionResponse = { id, name: 'adk_request_confirmation', response: { confirmed: true } };
  const answer = { role: 'user', parts: [{ functionResponse }] };
  for await (const event of runner.runAsync({ ...session, newMessage: answer })) text = event.content?.parts?.[0]?.text;
}

export const paused = confirmations.length;
export const ended = text;
