// SPDX-License-Identifier: Apache-2.0
/** The snippet of docs/guides/adapters.md, as it stands there. */
import { Command, interrupt, MemorySaver } from '@langchain/langgraph';
import { svcMiddleware } from '@svc/sdk/langchain';
import { createAgent, createMiddleware, ToolMessage, tool } from 'langchain';
import { z } from 'zod';
import { PlayedModel } from '../langchain.ts';
import { chat, described, exportRows, svc } from './setting.ts';

const model = new PlayedModel('export_customers');
const checkpointer = new MemorySaver();
const exportCustomers = tool(({ count }) => exportRows(count), {
  name: 'export_customers',
  description: 'Exports customers.',
  schema: z.object({ count: z.number() }),
});

const middleware = [
  createMiddleware(svcMiddleware(svc, { export_customers: described }, { interrupt, ToolMessage, session: chat })),
];
const assistant = createAgent({ model, tools: [exportCustomers], middleware, checkpointer });

const config = { configurable: { thread_id: chat } };
const { __interrupt__: waiting } = (await assistant.invoke(
  { messages: [{ role: 'user', content: 'Export three customers' }] },
  config,
)) as { __interrupt__?: unknown[] };

// Later, and in any process:
const { messages } = await assistant.invoke(new Command({ resume: true }), config);

export const paused = waiting?.length ?? 0;
export const ended = messages.at(-1)?.content;
