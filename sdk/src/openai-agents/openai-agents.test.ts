// SPDX-License-Identifier: Apache-2.0
/** The adapter keeps what a tool asks for by itself, and knows a call again by its parsed input and its conversation. */
import { afterEach, expect, it } from 'vitest';
import { CONTRACT_ANSWERS, REVIEWED, startContractServer } from '#harness/contract-server';
import type { FaultyServer } from '#harness/faulty';
import { createClient, type EventRequest } from '../index.ts';
import { guardTool } from './index.ts';

const running: FaultyServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function client(answers: Readonly<Record<string, unknown>> = CONTRACT_ANSWERS) {
  const server = await startContractServer(answers);
  running.push(server);
  const svc = createClient({ apiKey: `key_live_${'S'.repeat(43)}`, baseUrl: server.baseUrl, retries: 0 });
  const keys = () =>
    server.seen.flatMap(({ path, headers }) => (path === '/v1/events' ? [headers['idempotency-key']] : []));
  return { svc, keys };
}

const ACTION: EventRequest = { agent: 'a', action: 'READ_DATA', resource: 'r' };
/** A schema with a default, as libraries spell it. */
const schema = {
  '~standard': {
    types: undefined as { input: { count?: number }; output: { count: number } } | undefined,
    validate: (value: unknown) => ({ value: { count: 7, ...(value as object) } }),
  },
};
const run = async (..._given: unknown[]) => 'ran';

it('still asks the user where a tool asks for it by itself, and keeps its guardrails', async () => {
  const { svc } = await client();
  for (const needsApproval of [true, async () => true]) {
    const tool = guardTool(svc, { name: 't', parameters: null, needsApproval, execute: run }, () => ACTION);
    expect(await tool.needsApproval({}, {})).toBe(true);
  }
  const inputGuardrails = [{ name: 'theirs', run: async () => ({ behavior: { type: 'allow' } }) }];
  const tool = guardTool(svc, { name: 't', parameters: null, inputGuardrails, execute: run }, () => ACTION);
  expect(tool.inputGuardrails.map(({ name }) => name)).toEqual(['svc', 'theirs']);
});

it('knows a call again in its approval, its guardrail and its run', async () => {
  const { svc, keys } = await client();
  const describe = ({ count }: { count: number }) => ({ ...ACTION, recordsAffected: count });
  const session = ({ chat }: { chat: string }) => chat;
  const openAi = guardTool(svc, { name: 't', parameters: schema, execute: run }, describe, { session });
  const context = { context: { chat: 'one' } };
  await openAi.needsApproval(context, { count: 7 }, 'call_1');
  const guardrail = openAi.inputGuardrails[0];
  const allowed = await guardrail?.run({ context, toolCall: { callId: 'call_1', arguments: '{}' } });
  expect(allowed).toEqual({ behavior: { type: 'allow' } });
  expect(await openAi.execute({ count: 7 }, context, { toolCall: { callId: 'call_1' } })).toBe('ran');
  const other = { context: { chat: 'other' } };
  await openAi.needsApproval(other, { count: 7 }, 'call_1');
  expect([new Set(keys().slice(0, 3)).size, new Set(keys()).size]).toEqual([1, 2]);
});

it('rejects a call by its guardrail while the review waits, whatever the approval of the user said', async () => {
  const { svc } = await client({ 'POST /v1/events': REVIEWED });
  const tool = guardTool(svc, { name: 't', parameters: null, execute: run }, () => ACTION);
  const [guardrail] = tool.inputGuardrails;
  const toolCall = { callId: 'call_1', arguments: '{}' };
  expect(await guardrail?.run({ context: { context: {} }, toolCall })).toEqual({
    behavior: { type: 'rejectContent', message: expect.stringContaining("waits for a person's review") },
  });
});
