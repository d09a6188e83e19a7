// SPDX-License-Identifier: Apache-2.0
/** The real Vercel AI SDK with a model that calls a tool: refused calls do not run, and REVIEW asks for approval. */
import { generateText, isStepCount, type ModelMessage, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { guardTools } from '../../src/ai/index.ts';
import { createClient, type SvcClient } from '../../src/index.ts';

let service: TestService;
let client: SvcClient;
let ran: string[] = [];
let events: (string | null)[] = [];
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  client = createClient({ apiKey: LIVE_KEY, baseUrl: service.baseUrl });
});
afterAll(() => service.stop());
beforeEach(() => {
  ran = [];
  events = [];
});

const noted = (name: string) => {
  ran.push(name);
  return `${name} done`;
};
const tools = {
  readOrders: tool({ inputSchema: z.object({ count: z.number() }), execute: ({ count }) => noted(`read ${count}`) }),
  exportCustomers: tool({ inputSchema: z.object({}), execute: () => noted('export') }),
  deleteCustomers: tool({ inputSchema: z.object({}), execute: () => noted('delete') }),
  clock: tool({ inputSchema: z.object({}), execute: () => noted('clock') }),
  stream: tool({
    inputSchema: z.object({}),
    async *execute() {
      yield 'half';
      yield noted('stream');
    },
  }),
};

function guarded(session: string) {
  const agent = 'billing-bot';
  return guardTools(
    client,
    tools,
    {
      readOrders: ({ count }) => ({ agent, action: 'READ_DATA', resource: 'orders', recordsAffected: count }),
      exportCustomers: () => ({ agent, action: 'EXPORT_DATA', resource: 'customers', destination: 'EXTERNAL_API' }),
      deleteCustomers: () => ({ agent, action: 'DELETE_DATA', resource: 'customers' }),
      clock: false,
      stream: () => ({ agent, action: 'READ_DATA', resource: 'price-list' }),
    },
    { session, waitMs: 0, onDecision: ({ id }) => events.push(id) },
  );
}

/** A model that calls one tool, and then reports that it is done. */
function modelCalling(toolName: string, input: object = {}) {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const isDone = prompt.at(-1)?.role === 'tool';
      return {
        warnings: [],
        usage,
        finishReason: { unified: isDone ? 'stop' : 'tool-calls', raw: undefined },
        content: isDone
          ? [{ type: 'text', text: 'done' }]
          : [{ type: 'tool-call', toolCallId: 'call_1', toolName, input: JSON.stringify(input) }],
      };
    },
  });
}

const ask = (
  session: string,
  model: MockLanguageModelV4,
  messages: ModelMessage[] = [{ role: 'user', content: 'Go' }],
) => generateText({ model, messages, stopWhen: isStepCount(3), ...guarded(session) });

/** The result of the call that the model received. */
const toldTo = (model: MockLanguageModelV4) => JSON.stringify(model.doGenerateCalls.at(-1)?.prompt.at(-1));

it('runs an allowed tool with its input, deciding it once', async () => {
  const model = modelCalling('readOrders', { count: 3 });
  const { text } = await ask('ai-allow', model);
  expect({ text, ran }).toEqual({ text: 'done', ran: ['read 3'] });
  expect(new Set(events).size).toBe(1);
  expect(toldTo(model)).toContain('read 3 done');
});

it('denies a blocked tool with its reasons', async () => {
  const model = modelCalling('deleteCustomers');
  await ask('ai-block', model);
  expect(ran).toEqual([]);
  expect(toldTo(model)).toMatch(/execution-denied.*Block deleting customers/);
});

it('leaves a tool alone that needs no decision', async () => {
  await ask('ai-clock', modelCalling('clock'));
  expect({ ran, events }).toEqual({ ran: ['clock'], events: [] });
});

it('takes the last part of a tool that streams', async () => {
  const model = modelCalling('stream');
  await ask('ai-stream', model);
  expect(toldTo(model)).toContain('stream done');
});

async function paused(session: string) {
  const result = await ask(session, modelCalling('exportCustomers'));
  const request = result.content.find((part) => part.type === 'tool-approval-request');
  const approve: ModelMessage[] = [
    { role: 'user', content: 'Go' },
    ...result.response.messages,
    {
      role: 'tool',
      content: [{ type: 'tool-approval-response', approvalId: request?.approvalId ?? '', approved: true }],
    },
  ];
  return { request, approve };
}

it('pauses a REVIEW for approval, and runs it when svc’s reviewer has approved it too', async () => {
  const { request, approve } = await paused('ai-review');
  expect(request).toMatchObject({ type: 'tool-approval-request', toolCall: { toolName: 'exportCustomers' } });
  expect(ran).toEqual([]);
  const member = await signIn(service.baseUrl, PEOPLE.member);
  await member.call(`/reviews/${events[0]}/approve`, { body: {} });
  await ask('ai-review', modelCalling('exportCustomers'), approve);
  expect(ran).toEqual(['export']);
  expect(new Set(events).size).toBe(1);
});

it('denies a resumed call that still waits, since the SDK takes a second request for approval as a yes', async () => {
  const { approve } = await paused('ai-chat-only');
  const model = modelCalling('exportCustomers');
  const { content } = await ask('ai-chat-only', model, approve);
  expect(ran).toEqual([]);
  expect(content.filter(({ type }) => type === 'tool-approval-request')).toEqual([]);
  expect(toldTo(model)).toMatch(/execution-denied.*waits for a person's review.*still pending/);
});

it('does not run what was approved in the chat and denied by the reviewer', async () => {
  const { approve } = await paused('ai-denied');
  const member = await signIn(service.baseUrl, PEOPLE.member);
  await member.call(`/reviews/${events[0]}/deny`, { body: {} });
  const model = modelCalling('exportCustomers');
  await ask('ai-denied', model, approve);
  expect(ran).toEqual([]);
  expect(toldTo(model)).toContain('Review denied');
});

it('guards the tools by themselves too, where nobody asks for approval (ai 6, or without toolApproval)', async () => {
  const model = modelCalling('deleteCustomers');
  const { tools: alone } = guarded('ai-alone');
  await generateText({ model, prompt: 'Go', tools: alone, stopWhen: isStepCount(3) });
  expect(ran).toEqual([]);
  expect(toldTo(model)).toContain('Not run: svc decided BLOCK');
});

it('refuses tools that nobody described, and such that run elsewhere', () => {
  expect(() => guardTools(client, tools, {} as never)).toThrow(/Say what the tool readOrders does/);
  const elsewhere = { search: tool({ inputSchema: z.object({}) }) };
  const describe = () => ({ agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' }) as const;
  expect(() => guardTools(client, elsewhere, { search: describe })).toThrow(/does not run here/);
});
