// SPDX-License-Identifier: Apache-2.0
// The adapter with version 6 of the Vercel AI SDK. A test compiles it.
import { createClient } from '@svc/sdk';
import { guardTools } from '@svc/sdk/ai';
import { generateText, type LanguageModel, tool } from 'ai';
import { z } from 'zod';

declare const model: LanguageModel;
const svc = createClient();
const agent = 'billing-bot';
const exportCustomers = tool({
  description: 'Exports customers.',
  inputSchema: z.object({ count: z.number() }),
  execute: ({ count }) => `${count} customers`,
});
const clock = tool({ description: 'Tells the time.', inputSchema: z.object({}), execute: () => 'noon' });

export const answer = generateText({
  model,
  prompt: 'Go',
  ...guardTools(
    svc,
    { exportCustomers, clock },
    {
      exportCustomers: ({ count }) => ({ agent, action: 'EXPORT_DATA', resource: 'customers', recordsAffected: count }),
      clock: false,
    },
    { session: 'chat' },
  ),
});

guardTools(
  svc,
  { exportCustomers },
  // @ts-expect-error: the input is typed, and has no such field
  { exportCustomers: ({ total }) => ({ agent, action: 'EXPORT_DATA', recordsAffected: total }) },
);
