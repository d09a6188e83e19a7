// SPDX-License-Identifier: Apache-2.0
/** Approvals answer no word but those that the framework knows. */
import { afterEach, expect, it } from 'vitest';
import { CONTRACT_ANSWERS, startContractServer } from '#harness/contract-server';
import type { FaultyServer } from '#harness/faulty';
import { createClient } from '../index.ts';
import { guardTools } from './index.ts';

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

const run = async (..._given: unknown[]) => 'ran';

it('denies a tool that is not guarded, and refuses an input of another form', async () => {
  const { svc, keys } = await client();
  const { toolApproval, opa } = guardTools(svc, { clock: { execute: run } }, { clock: false });
  const callOf = (toolName: string) => ({ toolCall: { toolName, input: {}, toolCallId: 'call_1' }, messages: [] });
  const evaluate = (input: unknown) => opa.client.evaluate(opa.path, input);
  expect(await toolApproval(callOf('clock'))).toBe('not-applicable');
  expect(await evaluate(opa.toInput(callOf('clock')))).toMatchObject({ decision: 'allow' });
  expect(await toolApproval(callOf('toString'))).toMatchObject({ type: 'denied' });
  expect(await evaluate(callOf('toString'))).toMatchObject({ decision: 'deny', reason: expect.any(String) });
  for (const input of [null, {}, { tool: { name: 'clock' }, args: {}, messages: [] }]) {
    await expect(evaluate(input)).rejects.toThrow('toInput');
  }
  expect(keys()).toEqual([]);
});
