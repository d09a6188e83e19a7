// SPDX-License-Identifier: Apache-2.0
/** The program that Claude Code runs: one JSON document on stdin, one on stdout, and a denial for every fault. */

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { folderOf } from '#harness/command-line';
import { startContractServer } from '#harness/contract-server';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import type { PreToolUseOutput } from '../claude-agent/index.ts';
import { createClient } from '../client.ts';
import { runHook } from './index.ts';
import { readRules } from './rules.ts';
import { hookTimeoutMs } from './time-out.ts';

let service: TestService;
let env: Record<string, string>;
let state: string;
beforeAll(async () => {
  service = await openOrganization();
  state = await mkdtemp(join(tmpdir(), 'svc-state-'));
  env = { SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl, XDG_STATE_HOME: state };
});
afterAll(async () => {
  await service.stop();
  await rm(state, { recursive: true });
});

const RULES = {
  agent: 'billing-bot',
  waitMs: 0,
  rules: [
    { tools: 'Read|Grep|Glob', decide: false },
    { tools: 'mcp__crm__(delete|remove).*', action: 'DELETE_DATA', resource: 'customers' },
    { tools: 'mcp__crm__.*', action: 'EXPORT_DATA', resource: 'customers', destination: 'EXTERNAL_API' },
    { tools: 'Bash', action: 'WRITE_DATA', resource: 'orders' },
    { tools: 'Typo', action: 'WRITE', resource: 'orders' },
  ],
};

/** A call as Claude Code writes it. */
const call = (toolName: string) =>
  JSON.stringify({
    session_id: 'session-1',
    transcript_path: '/t.jsonl',
    cwd: '/work',
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: toolName,
    tool_input: { command: 'echo my secret' },
    tool_use_id: `toolu_${randomUUID()}`,
  });

async function hook(input: string, rules: unknown = RULES, args: readonly string[] = []): Promise<PreToolUseOutput> {
  const folder = folderOf({ '.claude/svc.json': typeof rules === 'string' ? rules : JSON.stringify(rules) });
  const stdout = new PassThrough();
  await runHook(args, { stdin: Readable.from([Buffer.from(input)]), stdout }, { ...env, CLAUDE_PROJECT_DIR: folder });
  return JSON.parse(String(stdout.read())) as PreToolUseOutput;
}

const decisionOf = async (...args: Parameters<typeof hook>) => (await hook(...args)).hookSpecificOutput;

it('passes what is allowed or needs no decision, denies a BLOCK, asks about a REVIEW', async () => {
  expect(await hook(call('Bash'))).toEqual({});
  expect(await hook(call('Grep'))).toEqual({});
  expect(await decisionOf(call('mcp__crm__delete_customer'))).toMatchObject({ permissionDecision: 'deny' });
  expect(await decisionOf(call('mcp__crm__export'))).toMatchObject({
    permissionDecision: 'deny',
    permissionDecisionReason: expect.stringMatching(/svc event [0-9a-f-]{36}/),
  });
  expect(await decisionOf(call('mcp__crm__export'), { ...RULES, onReview: 'ask' })).toMatchObject({
    permissionDecision: 'ask',
  });
});

it('takes its rules from another file', async () => {
  const folder = folderOf({ 'rules.json': JSON.stringify({ ...RULES, onAllow: 'allow' }) });
  expect(await decisionOf(call('Bash'), 'unused', ['--rules', join(folder, 'rules.json')])).toMatchObject({
    permissionDecision: 'allow',
  });
});

it.each([
  ['a tool that no rule names', call('WebFetch'), RULES, 'No rule of'],
  ['a tool whose name only begins like a rule', call('Bashful'), RULES, 'No rule of'],
  ['a word that the service does not know', call('Typo'), RULES, 'action: must be one of'],
  ['no JSON on stdin', 'my secret', RULES, 'stdin is not the JSON of a hook.'],
  ['nothing on stdin', '', RULES, 'stdin is not the JSON of a hook.'],
  ['another JSON on stdin', '{}', RULES, 'stdin is not the JSON of a PreToolUse hook.'],
  ['rules without an agent', call('Bash'), { rules: [] }, '`agent` must be'],
  ['rules that are no list', call('Bash'), { agent: 'a', rules: {} }, '`rules` must be'],
  ['a rule without an action', call('Bash'), { agent: 'a', rules: [{ tools: 'Bash' }] }, '`rules[0]` needs'],
  [
    'a rule that is no expression',
    call('Bash'),
    { agent: 'a', rules: [{ tools: '(', decide: false }] },
    '`rules[0].tools` is not a valid',
  ],
  ['a setting that does not exist', call('Bash'), { ...RULES, onReview: 'allow' }, '`onReview` must be'],
  [
    'an expression that never ends',
    call(`${'a'.repeat(60)}!`),
    { ...RULES, rules: [{ tools: '(a+)+', decide: false }] },
    'too long',
  ],
  ['a wait beyond the time-out', call('Bash'), { ...RULES, waitMs: 100_000 }, 'leaves 10000 ms'],
  ['a wait before now', call('Bash'), { ...RULES, waitMs: -1 }, '`waitMs` must be'],
  ['a wait that is no number', call('Bash'), { ...RULES, waitMs: '9' }, '`waitMs` must be'],
  ['a context that is no flag', call('Bash'), { ...RULES, context: 'no' }, '`context` must be'],
  ['rules that are no JSON', call('Bash'), 'agent: x', 'JSON'],
  ['no rules at all', call('Bash'), RULES, 'ENOENT', ['--rules', '/nonexistent.json']],
] as [string, string, unknown, string, string[]?][])(
  'denies with %s, and repeats nothing of the call',
  async (_what, input, rules, why, args) => {
    const denied = await decisionOf(input, rules, args ?? []);
    expect(denied).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining(why),
    });
    expect(JSON.stringify(denied)).not.toContain('my secret');
  },
);

/** The same call after its tool, as Claude Code writes it. */
const ended = (input: string, hook_event_name: string) =>
  JSON.stringify({ ...(JSON.parse(input) as object), hook_event_name, tool_response: { stdout: 'my secret' } });

it.each([
  ['PostToolUse', 'SUCCEEDED'],
  ['PostToolUseFailure', 'FAILED'],
])('reports after %s that the call %s, from another process, and keeps nothing of it', async (event, status) => {
  const folder = folderOf();
  const before = env;
  env = { ...env, XDG_STATE_HOME: folder };
  const input = call('Bash');
  expect(await hook(input)).toEqual({});
  const [file = ''] = await readdir(join(folder, 'svc/running-calls'));
  const eventId = readFileSync(join(folder, 'svc/running-calls', file), 'utf8');
  expect(await hook(ended(input, event))).toEqual({});
  env = before;
  expect(await readdir(join(folder, 'svc/running-calls'))).toEqual([]);
  const client = createClient({ apiKey: LIVE_KEY, baseUrl: service.baseUrl });
  expect(await client.getDecision(eventId)).toMatchObject({ outcome: { status }, context: { session: 'session-1' } });
});

it('says nothing after a call that it does not know, and after one whose outcome nobody takes', async () => {
  expect(await hook(ended(call('Grep'), 'PostToolUse'))).toEqual({});
  const input = call('Bash');
  expect(await hook(input)).toEqual({});
  const before = env;
  env = { ...env, SVC_BASE_URL: 'http://127.0.0.1:1' };
  expect(await hook(ended(input, 'PostToolUse'))).toEqual({});
  env = { ...env, SVC_API_KEY: '' };
  expect(await hook(ended(input, 'PostToolUse'))).toEqual({});
  env = before;
});

it('denies a call that was redeemed before, whatever became of it', async () => {
  const input = call('Bash');
  expect(await hook(input)).toEqual({});
  expect(await decisionOf(input)).toMatchObject({
    permissionDecision: 'deny',
    permissionDecisionReason: expect.stringContaining('redeemed before'),
  });
});

it.each(['PermissionRequest', 'UserPromptSubmit', 'BeforeTool'])(
  'says under %s that it belongs under PreToolUse, and records nothing',
  async (event) => {
    const server = await startContractServer();
    onTestFinished(() => server.stop());
    const before = env;
    env = { ...env, SVC_BASE_URL: server.baseUrl };
    const input = JSON.stringify({ ...(JSON.parse(call('Bash')) as object), hook_event_name: event });
    const answer = await hook(input);
    expect(answer.systemMessage).toContain('belongs under PreToolUse');
    expect(answer).not.toMatchObject({ hookSpecificOutput: { permissionDecision: 'allow' } });
    if (event === 'PermissionRequest') {
      expect(answer).toMatchObject({ hookSpecificOutput: { hookEventName: event, decision: { behavior: 'deny' } } });
    }
    env = before;
    expect(server.seen).toEqual([]);
  },
);

it('reads rules, settings and the call behind a byte order mark, and with CR LF', async () => {
  const marked = (value: unknown) => `\uFEFF${JSON.stringify(value, null, 2).replaceAll('\n', '\r\n')}\r\n`;
  expect(await hook(`\uFEFF${call('Bash')}\r\n`, marked(RULES))).toEqual({});
  const settings = { '.claude/settings.json': `\uFEFF${settingsWith(600)}` };
  expect(hookTimeoutMs({ CLAUDE_PROJECT_DIR: folderOf(settings), HOME: '/nonexistent' })).toBe(600_000);
});

it.each([
  ['a line end behind the key', { SVC_API_KEY: `${LIVE_KEY}\n` }],
  ['blanks and a mark around it', { SVC_API_KEY: ` \uFEFF${LIVE_KEY}\r\n` }],
  ['a line end behind the address', { SVC_BASE_URL: `ADDRESS/\r\n` }],
])('decides with %s', async (_what, more: { SVC_API_KEY?: string; SVC_BASE_URL?: string }) => {
  const before = env;
  const address = more.SVC_BASE_URL?.replace('ADDRESS', service.baseUrl);
  env = { ...env, ...more, ...(address !== undefined && { SVC_BASE_URL: address }) };
  expect(await hook(call('Bash'))).toEqual({});
  env = before;
});

it('takes an empty address as none, and names the variable of a wrong key', async () => {
  const before = env;
  env = { ...env, SVC_BASE_URL: ' ' };
  const away = await decisionOf(call('Bash'));
  expect(away?.permissionDecisionReason).not.toContain('address of the service');
  env = { ...env, SVC_API_KEY: 'key_live_a b' };
  expect((await decisionOf(call('Bash')))?.permissionDecisionReason).toContain('SVC_API_KEY');
  env = before;
});

it.each([
  ['rules that are no JSON', '{"agent": "s3cret-text"'],
  ['rules of another encoding', `${[...'agent'].join('\0')}\0`],
  ['a rule that is no expression', JSON.stringify({ agent: 'a', rules: [{ tools: '(s3cret-text' }] })],
])('repeats no text of the file to the model: %s', async (_what, rules) => {
  const denied = await decisionOf(call('Bash'), rules);
  expect(denied?.permissionDecision).toBe('deny');
  expect(denied?.permissionDecisionReason).not.toMatch(/s3cret|agent"|\0/);
});

const example = (file: string) => readFileSync(new URL(`../../examples/claude-code/${file}`, import.meta.url), 'utf8');

it('guards every tool in the example, and spares what changes and sends nothing', () => {
  const { hooks } = JSON.parse(example('settings.json')) as { hooks: { PreToolUse: { matcher: string }[] } };
  expect(hooks.PreToolUse.map(({ matcher }) => matcher)).toEqual(['*']);
  const path = join(folderOf({ 'svc.json': example('svc.json') }), 'svc.json');
  const { describe } = readRules(path);
  const spared = [
    'TodoWrite',
    'BashOutput',
    'KillBash',
    'KillShell',
    'Read',
    'Grep',
    'Glob',
    'TaskList',
    'Agent',
    'Skill',
  ];
  expect(spared.filter((name) => describe(name, {}) !== null)).toEqual([]);
  const decided = [
    'Bash',
    'PowerShell',
    'Monitor',
    'Write',
    'Edit',
    'NotebookEdit',
    'WebFetch',
    'WebSearch',
    'mcp__a__b',
  ];
  expect(decided.map((name) => describe(name, {})?.resource)).toEqual(decided.map(() => 'workspace'));
  expect(() => describe('ToolOfTomorrow', {})).toThrow('No rule of');
});

it('denies without a key', async () => {
  const before = process.env.SVC_API_KEY;
  delete process.env.SVC_API_KEY;
  const { SVC_API_KEY: _key, ...keyless } = env;
  env = keyless;
  try {
    expect(await decisionOf(call('Bash'))).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('No API key'),
    });
  } finally {
    env = { ...keyless, SVC_API_KEY: LIVE_KEY };
    if (before !== undefined) process.env.SVC_API_KEY = before;
  }
});

const settingsWith = (timeout?: number) =>
  JSON.stringify({
    hooks: { PreToolUse: [{ hooks: [{ command: 'node bin/svc-claude-code.js || exit 2', timeout }] }] },
  });

it.each([
  ['no settings', undefined, 60],
  ['settings without a time-out', settingsWith(), 60],
  ['a time-out of ten minutes', settingsWith(600), 600],
  ['settings that cannot be read', '{', 60],
])('reads its time-out where Claude Code does: %s', (_what, settings, seconds) => {
  const folder = folderOf(settings === undefined ? {} : { '.claude/settings.json': settings });
  expect(hookTimeoutMs({ CLAUDE_PROJECT_DIR: folder, HOME: folder })).toBe(seconds * 1_000);
});

it('throws when its answer reaches nobody, so that the program ends with 2', async () => {
  const closed = new PassThrough();
  closed.destroy(new Error('EPIPE'));
  closed.on('error', () => undefined);
  await expect(runHook([], { stdin: Readable.from(['']), stdout: closed }, env)).rejects.toThrow();
});
