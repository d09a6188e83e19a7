// SPDX-License-Identifier: Apache-2.0
/** The policy engine answers the three words of the framework alone, and lets no tool through that is not guarded. */
import { afterEach, expect, it } from 'vitest';
import { CONTRACT_ANSWERS, REVIEWED, startContractServer } from '#harness/contract-server';
import type { FaultyServer } from '#harness/faulty';
import { createClient } from '../index.ts';
import { guardTools } from './index.ts';

const running: FaultyServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

const ACTION = { agent: 'a', action: 'READ_DATA', resource: 'r' } as const;
const own = (name: string) => ({ name, runAsync: async () => 'ran' });

async function guarded(answers: Readonly<Record<string, unknown>> = CONTRACT_ANSWERS) {
  const server = await startContractServer(answers);
  running.push(server);
  const svc = createClient({ apiKey: `key_live_${'S'.repeat(43)}`, baseUrl: server.baseUrl, retries: 0 });
  const { tools, policyEngine } = guardTools(svc, [own('read'), own('clock')], { read: () => ACTION, clock: false });
  type Toolset = { getTools(context?: object): Promise<ReturnType<typeof own>[]> };
  const [toolset] = tools as unknown as [Toolset];
  const toolsOf = (userId: string) =>
    toolset.getTools({ invocationContext: { session: { appName: 'app', userId, id: 's' } } });
  return { server, toolset, toolsOf, policyEngine };
}

const BLOCKED = { ...REVIEWED, decision: 'BLOCK', finalDecision: 'BLOCK', evaluatedDecision: 'BLOCK', review: null };

it.each([
  ['ALLOW', CONTRACT_ANSWERS, 'ran'],
  ['CONFIRM', { ...CONTRACT_ANSWERS, 'POST /v1/events': REVIEWED }, { error: expect.stringContaining('Not run') }],
  ['DENY', { ...CONTRACT_ANSWERS, 'POST /v1/events': BLOCKED }, { error: expect.stringContaining('Not run') }],
])('answers %s, and the tool decides for itself all the same', async (outcome, answers, result) => {
  const { toolsOf, policyEngine } = await guarded(answers);
  const [tool = own('')] = await toolsOf('user');
  expect(await policyEngine.evaluate({ tool, toolArgs: {} })).toMatchObject({ outcome });
  expect(await (tool.runAsync as (request: object) => Promise<unknown>)({ args: {}, toolContext: {} })).toEqual(result);
});

it('leaves a tool alone that needs no decision, and throws for one that is not guarded', async () => {
  const { server, toolsOf, policyEngine } = await guarded();
  const [, clock = own('')] = await toolsOf('user');
  expect(await policyEngine.evaluate({ tool: clock, toolArgs: {} })).toMatchObject({ outcome: 'ALLOW' });
  for (const name of ['read', 'unknown', 'constructor']) {
    await expect(policyEngine.evaluate({ tool: own(name), toolArgs: {} })).rejects.toThrow(TypeError);
  }
  expect(server.seen).toEqual([]);
});

it('tells the sessions of two users apart, and refuses tools of no session', async () => {
  const { server, toolset, toolsOf, policyEngine } = await guarded();
  for (const user of ['one', 'one', 'other']) {
    const [tool = own('')] = await toolsOf(user);
    await policyEngine.evaluate({ tool, toolArgs: {} });
  }
  const keys = server.seen.map(({ headers }) => headers['idempotency-key']);
  expect([keys[0] === keys[1], keys[0] === keys[2]]).toEqual([true, false]);
  await expect(toolset.getTools()).rejects.toThrow('session');
});

it('refuses tools without a description, and such that ask for a confirmation by themselves', () => {
  const svc = createClient({ apiKey: `key_live_${'S'.repeat(43)}`, baseUrl: 'http://127.0.0.1:1' });
  expect(() => guardTools(svc, [own('read')], {})).toThrow('Say what the tool read does');
  const asking = { ...own('read'), requireConfirmation: true };
  expect(() => guardTools(svc, [asking], { read: () => ACTION })).toThrow('requireConfirmation');
  expect(() => guardTools(svc, [asking], { read: false })).not.toThrow();
});
