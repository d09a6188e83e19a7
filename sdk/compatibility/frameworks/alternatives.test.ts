// SPDX-License-Identifier: Apache-2.0
/** The adapters of frameworks pass the bounds that a refused caller is told on to the model, as the service told them. */
import { tool as langchainTool } from '@langchain/core/tools';
import { tool as aiTool } from 'ai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { guardTools } from '../../src/ai/index.ts';
import { createClient, type EventRequest, type SvcClient } from '../../src/index.ts';
import { guardTool } from '../../src/langchain/index.ts';

const POLICIES = `
      - { name: Block large writes, action: WRITE, decision: BLOCK, condition: { minRecords: 100 } }`;
const TOLD = 'The same action would have been allowed with at most 99 records.';

let service: TestService;
let client: SvcClient;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: POLICIES }) });
  client = createClient({ apiKey: LIVE_KEY, baseUrl: service.baseUrl });
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  const { status } = await owner.call('/organization', { method: 'PATCH', body: { alternatives: true } });
  expect(status).toBe(200);
});
afterAll(() => service.stop());

const toWrite = (): EventRequest => ({
  agent: 'billing-bot',
  action: 'WRITE_DATA',
  resource: 'orders',
  recordsAffected: 5_000,
});
const run = () => 'written';
const schema = z.object({});

it('a tool of the AI SDK', async () => {
  const { tools } = guardTools(client, { write: aiTool({ inputSchema: schema, execute: run }) }, { write: toWrite });
  expect(await tools.write.execute?.({}, { toolCallId: 'call_1', messages: [], context: {} })).toContain(TOLD);
});

it('a tool of LangChain', async () => {
  const write = langchainTool(run, { name: 'write', description: 'x', schema });
  expect(await guardTool(client, write, toWrite).invoke({})).toContain(TOLD);
});
