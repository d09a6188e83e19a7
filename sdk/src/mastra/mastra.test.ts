// SPDX-License-Identifier: Apache-2.0
/** The adapter keeps what a tool asks for by itself, and knows a call again by its parsed input and its conversation. */
import { afterEach, expect, it } from 'vitest';
import { CONTRACT_ANSWERS, startContractServer } from '#harness/contract-server';
import type { FaultyServer } from '#harness/faulty';
import { createClient, type EventRequest } from '../index.ts';
import { guardTool } from './index.ts';

const running: FaultyServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function client() {
  const server = await startContractServer(CONTRACT_ANSWERS);
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

it('still asks the user where a tool asks for it by itself', async () => {
  const { svc } = await client();
  for (const requireApproval of [true, async () => true]) {
    const tool = guardTool(svc, { id: 't', requireApproval, execute: run }, () => ACTION);
    expect(await (tool.requireApproval as () => Promise<boolean>)()).toBe(true);
  }
});

it('knows a call of Mastra again, whose approval sees the arguments without their defaults', async () => {
  const { svc, keys } = await client();
  const tool = { id: 't', inputSchema: schema, requireApproval: false as unknown, execute: run };
  const guarded = guardTool(svc, tool, () => ACTION, { session: ({ chat }) => String(chat) });
  type Predicate = (input: object, context: object) => Promise<boolean>;
  expect(await (guarded.requireApproval as Predicate)({}, { requestContext: { chat: 'one' } })).toBe(false);
  const requestContext = new Map([['chat', 'one']]);
  const execute = guarded.execute as (input: object, context: object) => Promise<unknown>;
  expect(await execute({ count: 7 }, { requestContext, agent: { toolCallId: 'call_1' } })).toBe('ran');
  expect(new Set(keys()).size).toBe(1);
  expect(() => guardTool(svc, { id: 'client-side' }, () => ACTION)).toThrow('does not run here');
});
