// SPDX-License-Identifier: Apache-2.0
/**
 * Real tools of LangChain.js: every way to call a guarded one asks first, and LangGraph's interrupt pauses a REVIEW.
 */
import { ToolMessage } from '@langchain/core/messages';
import { DynamicTool, isStructuredTool, StructuredTool, tool } from '@langchain/core/tools';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { createClient, type EventRequest, type SvcClient } from '../../src/index.ts';
import { guardTool, type ReviewInterrupt } from '../../src/langchain/index.ts';

let service: TestService;
let client: SvcClient;
let ran = 0;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  client = createClient({ apiKey: LIVE_KEY, baseUrl: service.baseUrl });
});
afterAll(() => service.stop());
beforeEach(() => {
  ran = 0;
});

const agent = 'billing-bot';
const toRead = ({ count }: { count: number }): EventRequest => ({
  agent,
  action: 'READ_DATA',
  resource: 'orders',
  recordsAffected: count,
});
const toDelete = (): EventRequest => ({ agent, action: 'DELETE_DATA', resource: 'customers' });
const toExport = (): EventRequest => ({
  agent,
  action: 'EXPORT_DATA',
  resource: 'customers',
  destination: 'EXTERNAL_API',
});

const schema = z.object({ count: z.number() });
function countRun(): number {
  ran += 1;
  return ran;
}
const orders = tool(({ count }) => `${count} orders, run ${countRun()}`, { name: 'orders', description: 'x', schema });

it('runs an allowed tool, called plainly or by a model, and stays a tool of the framework', async () => {
  const guarded = guardTool(client, orders, toRead);
  expect(await guarded.invoke({ count: 2 })).toBe('2 orders, run 1');
  const message: unknown = await guarded.invoke({
    type: 'tool_call',
    id: 'call_1',
    name: 'orders',
    args: { count: 3 },
  });
  expect(message).toBeInstanceOf(ToolMessage);
  expect(message).toMatchObject({ tool_call_id: 'call_1', content: '3 orders, run 2' });
  expect(guarded).toBeInstanceOf(StructuredTool);
  expect(isStructuredTool(guarded)).toBe(true);
  expect({ name: guarded.name, schema: guarded.schema }).toEqual({ name: 'orders', schema: orders.schema });
});

it('does not run a blocked tool, by any way to call it', async () => {
  const guarded = guardTool(client, orders, toDelete);
  const refusal = /^Not run: svc decided BLOCK/;
  expect(await guarded.invoke({ count: 1 })).toMatch(refusal);
  expect(await guarded.call({ count: 1 })).toMatch(refusal);
  expect((await guarded.batch([{ count: 1 }])).map(String)).toEqual([expect.stringMatching(refusal)]);
  for await (const part of await guarded.stream({ count: 1 })) expect(part).toMatch(refusal);
  const call = { type: 'tool_call', id: 'call_1', name: 'orders', args: { count: 1 } } as const;
  expect(await guarded.invoke(call)).toMatchObject({ content: expect.stringMatching(refusal), tool_call_id: 'call_1' });
  expect(ran).toBe(0);
});

it('refuses wrong input before anything is decided, as the framework does', async () => {
  const decided: unknown[] = [];
  const guarded = guardTool(client, orders, toRead, { onDecision: (decision) => decided.push(decision) });
  await expect(guarded.invoke({ count: 'many' } as never)).rejects.toThrow(/schema/);
  expect(decided).toEqual([]);
});

it('guards tools of one text, tools with an artifact, and classes of one’s own', async () => {
  const text = new DynamicTool({ name: 'text', description: 'x', func: async (input) => `got ${input}` });
  expect(await guardTool(client, text, () => toRead({ count: 1 })).invoke('hello')).toBe('got hello');
  const artifact = tool(() => ['content', { secret: 1 }], {
    name: 'artifact',
    description: 'x',
    schema: z.object({}),
    responseFormat: 'content_and_artifact',
  });
  const call = { type: 'tool_call', id: 'call_1', name: 'artifact', args: {} } as const;
  const refused: unknown = await guardTool(client, artifact, toDelete).invoke(call);
  expect(refused).toMatchObject({ content: expect.stringContaining('Not run'), artifact: null });
  class Own extends StructuredTool {
    name = 'own';
    description = 'x';
    schema = schema;
    protected async _call({ count }: { count: number }) {
      return `own ${count} ${this.name}`;
    }
  }
  expect(await guardTool(client, new Own(), toRead).invoke({ count: 5 })).toBe('own 5 own');
  expect(() => guardTool(client, { name: 'none' }, toDelete)).toThrow('none is no tool of LangChain.js.');
});

it('tells the model that a REVIEW waits, when the graph cannot pause', async () => {
  expect(await guardTool(client, orders, toExport, { waitMs: 0 }).invoke({ count: 1 })).toMatch(
    /waits for a person's review/,
  );
});

/** Works like LangGraph's: it throws until the graph is resumed, and then returns the resume value. */
function interruptOf(resumedWith?: unknown) {
  const seen: ReviewInterrupt[] = [];
  const interrupt = (value: ReviewInterrupt) => {
    seen.push(value);
    if (resumedWith === undefined) throw new Error('GraphInterrupt');
    return resumedWith;
  };
  return { seen, interrupt };
}

it.each([
  ['approve', /^1 orders, run 1$/, 1],
  ['deny', /Review denied/, 0],
  [null, /waits for a person's review/, 0],
])('pauses the graph at a REVIEW, and runs after it only what was approved: %s', async (outcome, answer, runs) => {
  const call = { type: 'tool_call', id: 'call_7', name: 'orders', args: { count: 1 } } as const;
  const config = { configurable: { thread_id: `thread-${outcome}` } };
  const { seen, interrupt } = interruptOf();
  await expect(guardTool(client, orders, toExport, { interrupt }).invoke(call, config)).rejects.toThrow(
    'GraphInterrupt',
  );
  const [review] = seen;
  expect(review).toMatchObject({ type: 'svc_review', tool: 'orders', expiresAt: expect.any(String) });
  if (outcome !== null) {
    const member = await signIn(service.baseUrl, PEOPLE.member);
    await member.call(`/reviews/${review?.eventId}/${outcome}`, { body: {} });
  }
  // The graph is resumed, perhaps in another process, with any input of the person.
  const resumed = interruptOf('yes, go on');
  const later = guardTool(client, orders, toExport, { interrupt: resumed.interrupt });
  expect(await later.invoke(call, config)).toMatchObject({ content: expect.stringMatching(answer) });
  for (const again of resumed.seen) expect(again.eventId).toBe(review?.eventId);
  expect(ran).toBe(runs);
});
