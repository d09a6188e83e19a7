// SPDX-License-Identifier: Apache-2.0
/** The snippet of docs/guides/adapters.md, as it stands there. */
import { guardTools } from '@svc/sdk/ai';
import { generateText, isStepCount, type ModelMessage, tool } from 'ai';
import { z } from 'zod';
import { modelCalling } from '../ai.ts';
import { chat, described, exportRows, svc } from './setting.ts';

const model = modelCalling('exportCustomers');
const stopWhen = isStepCount(3);
const inputSchema = z.object({ count: z.number() });
const exportCustomers = tool({ inputSchema, execute: ({ count }) => exportRows(count) });
const clock = tool({ inputSchema, execute: () => 'noon' });
const messages: ModelMessage[] = [{ role: 'user', content: 'Export three customers' }];

const guarded = guardTools(
  svc,
  { exportCustomers, clock },
  { exportCustomers: described, clock: false }, // false: needs no decision
  { session: chat, waitMs: 0 },
);
const { content, response } = await generateText({ model, messages, stopWhen, ...guarded });

// Later, and in any process:
messages.push(...response.messages);
for (const part of content) {
  if (part.type !== 'tool-approval-request') continue;
  const approval = { type: 'tool-approval-response', approvalId: part.approvalId, approved: true } as const;
  messages.push({ role: 'tool', content: [approval] });
}
const { text } = await generateText({ model, messages, stopWhen, ...guarded });

export const paused = content.filter((part) => part.type === 'tool-approval-request').length;
export const ended = text;
