// SPDX-License-Identifier: Apache-2.0
/** The snippet of docs/guides/adapters.md, as it stands there. */
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { RequestContext } from '@mastra/core/request-context';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { guardTool } from '@svc/sdk/mastra';
import { z } from 'zod';
import { CALL_ID } from '../agent.ts';
import { modelCalling } from '../mastra.ts';
import { chat, described, exportRows, svc } from './setting.ts';

const model = modelCalling('exportCustomers') as never;
const toolCallId = CALL_ID;

const exportCustomers = guardTool(
  svc,
  createTool({
    id: 'export_customers',
    description: 'Exports customers.',
    inputSchema: z.object({ count: z.number() }),
    execute: async ({ count }) => exportRows(count),
  }),
  described,
  { session: (context) => String(context.chat) },
);
const assistant = new Agent({
  id: 'assistant',
  name: 'assistant',
  instructions: 'Export.',
  model,
  tools: { exportCustomers },
});
new Mastra({ agents: { assistant }, storage: new InMemoryStore(), logger: false });

const requestContext = new RequestContext([['chat', chat]]);
const { finishReason, runId = '' } = await assistant.generate('Export three customers', { requestContext });

// Later, and in any process:
const { text } = await assistant.approveToolCallGenerate({ runId, toolCallId, requestContext });

export const paused = finishReason === 'suspended' ? 1 : 0;
export const ended = text;
