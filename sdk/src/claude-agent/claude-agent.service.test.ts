// SPDX-License-Identifier: Apache-2.0
/** The hook of the Claude Agent SDK: BLOCK denies, REVIEW asks, ALLOW leaves Claude's own rules alone, faults deny. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answers, cuts, HTML, startFaultyServer } from '#harness/faulty';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { createClient, type SvcClient } from '../index.ts';
import { type DescribeTool, type HookSettings, preToolUse, svcHooks } from './index.ts';

let service: TestService;
let client: SvcClient;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  client = createClient({ apiKey: LIVE_KEY, baseUrl: service.baseUrl });
});
afterAll(() => service.stop());

const describe: DescribeTool = (name, input) => {
  const agent = 'billing-bot';
  if (name === 'Read') return null;
  if (name === 'Bash') return { agent, action: 'READ_DATA', resource: 'orders' };
  if (name === 'mcp__crm__delete') return { agent, action: 'DELETE_DATA', resource: 'customers' };
  return {
    agent,
    action: 'EXPORT_DATA',
    resource: 'customers',
    destination: 'EXTERNAL_API',
    recordsAffected: Number(input.count),
  };
};

function run(toolName: string, settings: HookSettings & { matcher?: string } = {}, from = client, count = 5) {
  const [matcher] = svcHooks(from, describe, settings).PreToolUse;
  const input = {
    session_id: 'session-1',
    hook_event_name: 'PreToolUse',
    tool_name: toolName,
    tool_input: { count },
    // Each call has another id, as Claude's retries have.
    tool_use_id: randomUUID(),
  };
  return matcher?.hooks[0]?.(input, undefined, { signal: new AbortController().signal });
}

it('says nothing of an ALLOW, so that the permission rules of Claude stay, unless it is told to', async () => {
  expect(await run('Bash')).toEqual({});
  expect(await run('Bash', { onAllow: 'allow' })).toMatchObject({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' },
  });
});

it('says nothing of a tool that needs no decision, and asks nobody', async () => {
  const server = await startFaultyServer(answers(200, HTML));
  expect(await run('Read', {}, createClient({ apiKey: LIVE_KEY, baseUrl: server.baseUrl }))).toEqual({});
  expect(server.seen).toEqual([]);
  await server.stop();
});

it('denies a BLOCK, with words for the model', async () => {
  expect(await run('mcp__crm__delete')).toEqual({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringMatching(/^Not run: svc decided BLOCK\. .*Do not retry/),
    },
  });
});

it('denies a REVIEW that nobody resolved, naming the event, and lets a retry run once after the approval', async () => {
  const denied = await run('Export', { waitMs: 30 });
  const [, id] = /svc event ([0-9a-f-]{36})/.exec(denied?.hookSpecificOutput?.permissionDecisionReason ?? '') ?? [];
  expect(denied).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
  const member = await signIn(service.baseUrl, PEOPLE.member);
  expect((await member.call(`/reviews/${id}/approve`, { body: {} })).status).toBe(200);
  expect(await run('Export', { waitMs: 0 }, client, 6)).toMatchObject({
    hookSpecificOutput: { permissionDecision: 'deny' },
  });
  expect(await run('Export', { waitMs: 0 })).toEqual({});
  expect(await run('Export', { waitMs: 0 })).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
});

it.each([
  ['PostToolUse', { tool_response: { rows: 2 } }, { status: 'SUCCEEDED', recordsAffected: 2, code: null }],
  ['PostToolUseFailure', { error: 'no disk' }, { status: 'FAILED', recordsAffected: null, code: 'error' }],
  ['PostToolUseFailure', { is_interrupt: true }, { status: 'UNKNOWN', recordsAffected: null, code: 'interrupted' }],
] as const)('reports how a call ended after %s with %j, once', async (hook_event_name, ended, outcome) => {
  let eventId = '';
  const onDecision: HookSettings['onDecision'] = ({ id }) => {
    eventId = id ?? '';
  };
  const recordsAffected = (response: unknown) => (response as { rows: number }).rows;
  const hooks = svcHooks(client, describe, { onDecision, recordsAffected });
  const call = { session_id: randomUUID(), tool_name: 'Bash', tool_input: {}, tool_use_id: randomUUID() };
  const options = { signal: new AbortController().signal };
  const [before, after] = [hooks.PreToolUse[0]?.hooks[0], hooks[hook_event_name][0]?.hooks[0]];
  expect(await before?.({ ...call, hook_event_name: 'PreToolUse' }, undefined, options)).toEqual({});
  // A call of another id, such as one that needed no decision, is not known.
  expect(await after?.({ ...call, hook_event_name, tool_use_id: 'another' }, undefined, options)).toEqual({});
  expect((await client.getDecision(eventId)).outcome).toBeNull();
  expect(await after?.({ ...call, hook_event_name, ...ended }, undefined, options)).toEqual({});
  expect(await client.getDecision(eventId)).toMatchObject({
    outcome,
    redemption: { status: 'REDEEMED' },
    context: { purpose: 'Bash orders', session: call.session_id },
  });
});

it('runs a call of one id once, also when the hook is asked again elsewhere', async () => {
  const call = { session_id: 's', tool_name: 'Bash', tool_input: {}, tool_use_id: randomUUID() };
  expect(await preToolUse(client, describe, call)).toEqual({});
  const elsewhere = createClient({ apiKey: LIVE_KEY, baseUrl: service.baseUrl });
  expect(await preToolUse(elsewhere, describe, call)).toMatchObject({
    hookSpecificOutput: {
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('redeemed before'),
    },
  });
});

it('asks the person at the keyboard only where the settings say so', async () => {
  expect(await run('Export', { onReview: 'ask' })).toMatchObject({
    hookSpecificOutput: { permissionDecision: 'ask', permissionDecisionReason: expect.stringContaining('svc asks') },
  });
});

it('gives the hook the time that it waits', () => {
  expect(svcHooks(client, describe, { waitMs: 120_000 }).PreToolUse[0]?.timeout).toBe(180);
  expect(svcHooks(client, describe).PreToolUse[0]?.timeout).toBe(600);
  expect(() => svcHooks(client, describe, { waitMs: -1 })).toThrow(/waitMs/);
});

it.each([
  ['nobody answers', cuts],
  ['a page answers', answers(200, HTML)],
  ['the key is refused', answers(401, { error: 'unauthorized', message: 'No.' })],
])('denies when %s', async (_what, behaviour) => {
  const server = await startFaultyServer(behaviour);
  const faulty = createClient({ apiKey: LIVE_KEY, baseUrl: server.baseUrl, backoffMs: 1 });
  expect(await run('Bash', {}, faulty)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
  await server.stop();
});

it('denies when the description of a tool fails, and when the hook is told nothing sensible', async () => {
  const broken = () => {
    throw new Error('no such tool');
  };
  for (const input of [{ session_id: 's', tool_name: 'X', tool_input: null }, {}]) {
    const hook = svcHooks(client, broken).PreToolUse[0]?.hooks[0];
    expect(await hook?.(input, 'toolu_3', { signal: new AbortController().signal })).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny' },
    });
  }
});

it('limits itself to the tools of a matcher', () => {
  expect(svcHooks(client, describe, { matcher: 'mcp__.*' }).PreToolUse[0]).toMatchObject({
    matcher: 'mcp__.*',
    timeout: 600,
  });
});
