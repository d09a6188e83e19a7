// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the library and its adapters need nothing beside the contract's fields, and take unknown ones. No value of
 * a wrong type is an ALLOW.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { CONTRACT_ANSWERS, REVIEWED, spoiled, startContractServer, withUnknownFields } from '#harness/contract-server';
import type { FaultyServer } from '#harness/faulty';
import { guardTools } from './ai/index.ts';
import { preToolUse } from './claude-agent/index.ts';
import { createClient, type EventRequest, SvcError } from './index.ts';
import { guardTool as guardMastraTool } from './mastra/index.ts';
import { guardTool as guardOpenAiTool } from './openai-agents/index.ts';
import { wrapTool } from './tools/index.ts';

const ACTION: EventRequest = { agent: 'a', action: 'READ_DATA', resource: 'r' };
const running: FaultyServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function clientOf(given: Readonly<Record<string, unknown>>) {
  const server = await startContractServer(given);
  running.push(server);
  return createClient({ apiKey: `key_live_${'S'.repeat(43)}`, baseUrl: server.baseUrl, retries: 0 });
}

describe.each([
  ['the fields of the contract alone', CONTRACT_ANSWERS],
  ['fields that nobody knows', withUnknownFields(CONTRACT_ANSWERS) as typeof CONTRACT_ANSWERS],
])('with %s', (_what, given) => {
  it('answers every method', async () => {
    const svc = await clientOf(given);
    expect(await svc.decide(ACTION)).toMatchObject({ finalDecision: 'ALLOW', degraded: false });
    expect(await svc.getDecision(REVIEWED.id)).toMatchObject({ finalDecision: 'ALLOW' });
    expect(await svc.waitForDecision(REVIEWED.id)).toMatchObject({ finalDecision: 'ALLOW' });
    expect(await svc.redeem(REVIEWED.id, ACTION)).toMatchObject({ redemption: { status: 'REDEEMED' } });
    expect(await svc.reportOutcome(REVIEWED.id, { status: 'FAILED' })).toMatchObject({ degraded: false });
    expect(await svc.guard(ACTION, () => 'ran', { waitMs: 10 })).toBe('ran');
    expect(await svc.gateway.http({ ...ACTION })).toMatchObject({ gateway: { proxied: false } });
    expect(await svc.gateway.mcp({ agent: 'a', resource: 'r', tool: 'listOrders' })).toMatchObject({
      gateway: { allowed: true },
    });
    const { policies } = await svc.policies.list();
    expect(policies[0]).toMatchObject({ name: 'a', enabled: true, resource: null, mode: 'ENFORCE', approverRoles: [] });
    expect(await svc.policies.apply({ policies: [] })).toMatchObject({ changes: [{ name: 'a' }], warnings: [] });
    expect(await svc.policies.test({ cases: [] })).toMatchObject({ results: [{ pass: true }] });
  });

  it.each([
    ['ALLOW', given],
    ['REVIEW', { ...given, 'POST /v1/events': REVIEWED, 'GET /v1/events/{id}': REVIEWED }],
  ])('runs or refuses a tool of every framework by its %s', async (outcome, answers) => {
    const svc = await clientOf(answers);
    const ran = outcome === 'ALLOW' ? 'ran' : expect.stringContaining('Not run');
    expect(
      await wrapTool(
        svc,
        () => ACTION,
        () => 'ran',
        { tool: 'read', waitMs: 0 },
      )({}),
    ).toEqual(ran);

    const aiTool = { inputSchema: {}, execute: async () => 'ran' };
    const { tools, toolApproval } = guardTools(svc, { read: aiTool }, { read: () => ACTION }, { waitMs: 0 });
    expect(await tools.read.execute()).toEqual(ran);
    expect(await toolApproval({ toolCall: { toolName: 'read', input: {} } })).toEqual(
      outcome === 'ALLOW' ? 'not-applicable' : expect.objectContaining({ type: 'user-approval' }),
    );

    const run = async (..._given: unknown[]) => 'ran';
    const openAi = guardOpenAiTool(svc, { name: 'read', parameters: null, execute: run }, () => ACTION);
    expect(await openAi.execute({})).toEqual(ran);
    expect(await openAi.needsApproval({}, {})).toBe(outcome === 'REVIEW');
    const mastra = guardMastraTool(svc, { id: 'read', requireApproval: false, execute: run }, () => ACTION);
    expect(await mastra.execute({}, {})).toEqual(ran);

    const input = { session_id: crypto.randomUUID(), tool_name: 'Bash', tool_input: {} };
    expect(await preToolUse(svc, () => ACTION, input, { waitMs: 0 })).toEqual(
      outcome === 'ALLOW' ? {} : { hookSpecificOutput: expect.objectContaining({ permissionDecision: 'deny' }) },
    );
  });
});

it.each(Object.keys(CONTRACT_ANSWERS))(
  'throws an error of its own, or answers by the contract, whatever one value of %s is',
  async (route) => {
    const wrong: unknown[] = [];
    let answer: unknown;
    const svc = await clientOf(
      new Proxy({}, { get: (_target, name) => (name === route ? answer : CONTRACT_ANSWERS[name as string]) }),
    );
    const ask: Readonly<Record<string, () => Promise<unknown>>> = {
      'GET /v1/events/{id}': () => svc.getDecision(REVIEWED.id),
      'POST /v1/events': () => svc.decide(ACTION),
      'POST /v1/events/{id}/redeem': () => svc.redeem(REVIEWED.id, ACTION),
      'POST /v1/events/{id}/outcome': () => svc.reportOutcome(REVIEWED.id, { status: 'UNKNOWN' }),
      'POST /v1/gateway/http': () => svc.gateway.http({ ...ACTION }),
      'POST /v1/gateway/mcp': () => svc.gateway.mcp({ agent: 'a', resource: 'r', tool: 't' }),
      'GET /v1/policies': () => svc.policies.list(),
      'POST /v1/policies/apply': () => svc.policies.apply({ policies: [] }),
      'GET /v1/budgets': () => svc.budgets.list(),
      'POST /v1/budgets/apply': () => svc.budgets.apply({ budgets: [] }),
      'POST /v1/policies/test': () => svc.policies.test({ cases: [] }),
    };
    for (answer of spoiled(CONTRACT_ANSWERS[route])) {
      await ask[route]?.().catch((error: unknown) => {
        if (!(error instanceof SvcError)) wrong.push([answer, String(error)]);
      });
    }
    expect(wrong).toEqual([]);
  },
);

it('leaves out alternatives that are null or not of the contract, and keeps the decision', async () => {
  for (const alternatives of [null, 'x', [null], [{ destination: 'MOON' }]]) {
    const svc = await clientOf({ 'POST /v1/events': { ...REVIEWED, alternatives } });
    const decision = await svc.decide(ACTION);
    expect([decision.finalDecision, 'alternatives' in decision]).toEqual(['REVIEW', false]);
  }
});
