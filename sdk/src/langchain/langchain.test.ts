// SPDX-License-Identifier: Apache-2.0
/** The middleware runs no tool that has no description, and knows a call again by its thread. */
import { afterEach, expect, it } from 'vitest';
import { CONTRACT_ANSWERS, startContractServer } from '#harness/contract-server';
import type { FaultyServer } from '#harness/faulty';
import { createClient, type EventRequest } from '../index.ts';
import { svcMiddleware } from './index.ts';

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
const run = async (..._given: unknown[]) => 'ran';

class Message {
  readonly fields: object;
  constructor(fields: object) {
    this.fields = fields;
  }
}

it('runs no tool without a description, and asks nothing for one that needs no decision', async () => {
  const { svc, keys } = await client();
  const descriptions = { read: () => ACTION, clock: false } as const;
  const { wrapToolCall } = svcMiddleware(svc, descriptions, { ToolMessage: Message, waitMs: 0 });
  const call = (name: string, thread_id = 'one') =>
    wrapToolCall({ toolCall: { name, args: {}, id: 'call_1' }, runtime: { configurable: { thread_id } } }, run);
  expect(await call('clock')).toBe('ran');
  for (const name of ['other', 'constructor', '__proto__']) {
    const content = expect.stringContaining(`svc knows no tool ${name}`);
    expect(await call(name)).toEqual({ fields: { content, tool_call_id: 'call_1', name, status: 'error' } });
  }
  expect(keys()).toEqual([]);
  expect([await call('read'), await call('read'), await call('read', 'other')]).toEqual(['ran', 'ran', 'ran']);
  expect([keys()[0] === keys()[1], keys()[0] === keys()[2]]).toEqual([true, false]);
});
