// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the adapter of LangChain.js needs nothing beside the contract's fields, and takes unknown ones. */
import { tool } from '@langchain/core/tools';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { CONTRACT_ANSWERS, REVIEWED, startContractServer, withUnknownFields } from '#harness/contract-server';
import { createClient } from '../../src/index.ts';
import { guardTool } from '../../src/langchain/index.ts';

const WAITING = { ...CONTRACT_ANSWERS, 'POST /v1/events': REVIEWED, 'GET /v1/events/{id}': REVIEWED };

it.each([
  ['the fields of the contract alone', CONTRACT_ANSWERS, 'ran'],
  ['fields that nobody knows', withUnknownFields(CONTRACT_ANSWERS) as typeof CONTRACT_ANSWERS, 'ran'],
  ['a review', WAITING, expect.stringContaining('Not run')],
])('runs or refuses a tool by an answer with %s', async (_what, answers, result) => {
  const server = await startContractServer(answers);
  try {
    const svc = createClient({ apiKey: `key_live_${'S'.repeat(43)}`, baseUrl: server.baseUrl, retries: 0 });
    const read = tool(async () => 'ran', { name: 'read', description: 'Reads.', schema: z.object({}) });
    const describe = () => ({ agent: 'a', action: 'READ_DATA', resource: 'r' }) as const;
    expect(await guardTool(svc, read, describe, { waitMs: 0 }).invoke({})).toEqual(result);
  } finally {
    await server.stop();
  }
});
