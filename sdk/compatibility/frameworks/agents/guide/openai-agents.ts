// SPDX-License-Identifier: Apache-2.0
/** The snippet of docs/guides/adapters.md, as it stands there. */
import { Agent, RunState, run, tool } from '@openai/agents';
import { guardTool } from '@svc/sdk/openai-agents';
import { z } from 'zod';
import { modelCalling } from '../openai-agents.ts';
import { chat, described, exportRows, svc } from './setting.ts';

const model = modelCalling('export_customers');

const exportCustomers = tool(
  guardTool(
    svc,
    {
      name: 'export_customers',
      description: 'Exports customers.',
      parameters: z.object({ count: z.number() }),
      execute: ({ count }) => exportRows(count),
    },
    described,
    { session: (context: { chat: string }) => context.chat },
  ),
);
const assistant = new Agent({ name: 'assistant', model, tools: [exportCustomers] });

const { interruptions, state } = await run(assistant, 'Export three customers', { context: { chat } });
const kept = state.toString();

// Later, and in any process:
const resumed = await RunState.fromString(assistant, kept);
for (const interruption of resumed.getInterruptions()) resumed.approve(interruption);
const { finalOutput } = await run(assistant, resumed);

export const paused = interruptions.length;
export const ended = finalOutput;
