// SPDX-License-Identifier: Apache-2.0
// A graph of a user who installed LangGraph and the client library. It has a stand-in for a model, and a tool.
// It prints a line when the graph has paused, resumes with the line that it reads then, and prints the result.
// Usage: node graph.mjs '{ "name": "export", "threadId": "…" }'
import { createInterface } from 'node:readline/promises';
import { AIMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { Command, END, interrupt, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { createClient } from '@svc/sdk';
import { guardTool } from '@svc/sdk/langchain';
import { z } from 'zod';

const { name, threadId } = JSON.parse(process.argv[2]);
const agent = 'billing-bot';
const ACTIONS = {
  read: { agent, action: 'READ_DATA', resource: 'orders' },
  delete: { agent, action: 'DELETE_DATA', resource: 'customers' },
  export: { agent, action: 'EXPORT_DATA', resource: 'customers', destination: 'EXTERNAL_API' },
};

let ran = 0;
const plain = tool(({ count }) => `${name} of ${count}, run ${++ran}`, {
  name,
  description: `To ${name}`,
  schema: z.object({ count: z.number() }),
});
const guarded = guardTool(createClient(), plain, () => ACTIONS[name], { interrupt });
const call = new AIMessage({ content: '', tool_calls: [{ id: 'call_1', name, args: { count: 3 } }] });
const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', () => ({ messages: [call] }))
  .addNode('tools', new ToolNode([guarded]))
  .addEdge(START, 'model')
  .addEdge('model', 'tools')
  .addEdge('tools', END)
  .compile({ checkpointer: new MemorySaver() });

const config = { configurable: { thread_id: threadId } };
let state = await graph.invoke({ messages: [] }, config);
if (state.__interrupt__ !== undefined) {
  process.stdout.write(`${JSON.stringify({ paused: state.__interrupt__.map(({ value }) => value), ran })}\n`);
  const person = createInterface({ input: process.stdin });
  state = await graph.invoke(new Command({ resume: await person.question('') }), config);
  person.close();
}
const paused = (state.__interrupt__ ?? []).map(({ value }) => value);
process.stdout.write(`${JSON.stringify({ paused, ran, answer: state.messages.at(-1).content })}\n`);
