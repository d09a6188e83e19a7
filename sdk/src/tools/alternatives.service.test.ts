// SPDX-License-Identifier: Apache-2.0
/** Every adapter passes the bounds that a refused caller is told on to the model, as the service told them. */
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderOf } from '#harness/command-line';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { type PreToolUseOutput, svcHooks } from '../claude-agent/index.ts';
import { runHook } from '../claude-code/index.ts';
import { createClient, type EventRequest, type SvcClient } from '../index.ts';
import { wrapTool } from './index.ts';

const POLICIES = `
      - { name: Block large writes, action: WRITE, decision: BLOCK, condition: { minRecords: 100 } }
      - { name: Block writes outside, action: WRITE, decision: BLOCK, condition: { destination: EXTERNAL } }`;
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

it('a wrapped function', async () => {
  expect(await wrapTool(client, toWrite, run)({})).toContain(TOLD);
});

it('the hook of the Claude Agent SDK', async () => {
  const [matcher] = svcHooks(client, toWrite).PreToolUse;
  const input = {
    session_id: 'session-1',
    hook_event_name: 'PreToolUse',
    tool_name: 'Write',
    tool_input: {},
    tool_use_id: 'call-1',
  };
  const answer = await matcher?.hooks[0]?.(input, undefined, { signal: new AbortController().signal });
  expect(JSON.stringify(answer)).toContain(TOLD);
});

it('the program that Claude Code runs', async () => {
  const rule = { tools: 'Write', action: 'WRITE_DATA', resource: 'customers', destination: 'EXTERNAL_API' };
  const rules = { agent: 'billing-bot', rules: [rule] };
  const folder = folderOf({ '.claude/svc.json': JSON.stringify({ ...rules, waitMs: 0 }) });
  const stdout = new PassThrough();
  const call = { session_id: 's', hook_event_name: 'PreToolUse', tool_name: 'Write', tool_input: {}, tool_use_id: 't' };
  const env = { SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl, XDG_STATE_HOME: folder };
  await runHook([], { stdin: Readable.from([JSON.stringify(call)]), stdout }, { ...env, CLAUDE_PROJECT_DIR: folder });
  const { hookSpecificOutput } = JSON.parse(String(stdout.read())) as PreToolUseOutput;
  expect(hookSpecificOutput?.permissionDecisionReason).toContain('would have been allowed to an internal destination.');
});

it('the gateway for tool calls', async () => {
  const asked = { agent: 'billing-bot', resource: 'orders', tool: 'updateOrders', recordsAffected: 5_000 };
  const decision = await client.gateway.mcp(asked);
  expect(decision).toMatchObject({
    finalDecision: 'BLOCK',
    alternatives: [{ recordsAffected: { from: 0, to: 99 } }],
  });
});
