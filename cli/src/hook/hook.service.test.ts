// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a hook prints the answer of svc, or a denial in the shape of its harness, before its time-out. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderOf, svc } from '#harness/command-line';
import { answers, HTML, startFaultyServer } from '#harness/faulty';
import { call, LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { HARNESS_NAMES } from './index.ts';

let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  service = await openOrganization();
  env = { SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl };
  const toolRules = [{ name: 'All', rules: [{ tools: '*', action: 'READ_DATA', resource: 'orders' }] }];
  expect((await call(service.baseUrl, '/v1/tool-rules/apply', { body: { toolRules } })).status).toBe(200);
});
afterAll(() => service.stop());

const BODIES: Readonly<Record<string, (tool: string) => object>> = {
  'claude-code': (tool) => ({
    hook_event_name: 'PreToolUse',
    session_id: randomUUID(),
    tool_use_id: tool,
    tool_name: tool,
  }),
  codex: (tool) => ({ hook_event_name: 'PreToolUse', session_id: randomUUID(), tool_use_id: tool, tool_name: tool }),
  copilot: (tool) => ({ sessionId: randomUUID(), toolName: tool, toolArgs: {} }),
  cursor: (tool) => ({ hook_event_name: 'preToolUse', conversation_id: randomUUID(), tool_name: tool, tool_input: {} }),
  gemini: (tool) => ({ hook_event_name: 'BeforeTool', session_id: randomUUID(), tool_name: tool, tool_input: {} }),
};

const hook = async (name: string, over: { args?: string[]; stdin?: string; env?: Record<string, string> } = {}) => {
  const stdin = over.stdin ?? JSON.stringify(BODIES[name]?.('read_rows'));
  const args = ['hook', name, ...(over.args ?? ['--agent', 'billing-bot'])];
  const { code, stdout } = await svc(args, { env: { ...env, ...over.env, HOME: folderOf() }, input: stdin });
  expect(code).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown>;
};

/** The word of each harness for a denial. */
const deniedIn = (answer: Record<string, unknown>, name: string): unknown => {
  if (name === 'cursor') return answer.permission;
  if (name === 'gemini') return answer.decision;
  if (name === 'copilot') return answer.permissionDecision;
  return (answer.hookSpecificOutput as { permissionDecision?: string } | undefined)?.permissionDecision;
};

describe.each(HARNESS_NAMES)('%s', (name) => {
  it('prints what svc answers', async () => {
    expect(deniedIn(await hook(name), name)).not.toBe('deny');
    expect(deniedIn(await hook(name, { args: ['--agent', 'paused-bot'] }), name)).toBe('deny');
  });

  it.each([
    ['no JSON', { stdin: 'not json' }],
    ['nothing', { stdin: '' }],
    ['a list', { stdin: '[]' }],
    ['an unknown option', { args: ['--allow', 'all'] }],
    ['a time-out that is none', { args: ['--timeout', 'long'] }],
    ['no key', { env: { SVC_API_KEY: '' } }],
    ['another key', { env: { SVC_API_KEY: `key_live_${'z'.repeat(43)}` } }],
    ['an address that is none', { env: { SVC_BASE_URL: 'nowhere' } }],
    ['an address where nothing is', { env: { SVC_BASE_URL: 'http://127.0.0.1:1' } }],
  ])('denies %s', async (_what, over) => {
    expect(deniedIn(await hook(name, over), name)).toBe('deny');
  });
});

describe('a result that is to be masked', () => {
  const result = { stdout: 'CPF 529.982.247-25', code: 1, list: ['a'] };
  const after = (tool_response: unknown) =>
    JSON.stringify({
      hook_event_name: 'PostToolUse',
      session_id: 's',
      tool_use_id: 't',
      tool_name: 'x',
      tool_response,
    });
  const masking = (stdin: string, own: Record<string, string> = {}) =>
    hook('claude-code', { args: ['--agent', 'billing-bot', '--results', 'mask'], stdin, env: own });

  it('is replaced where svc scans it', async () => {
    expect(await masking(after(result))).toMatchObject({
      hookSpecificOutput: { updatedToolOutput: { stdout: 'CPF [CPF]', code: 1, list: ['a'] } },
    });
  });

  it.each([
    ['svc is away', after(result), { SVC_BASE_URL: 'http://127.0.0.1:1' }],
    ['there is no key', after(result), { SVC_API_KEY: '' }],
    ['the key is another one', after(result), { SVC_API_KEY: `key_live_${'z'.repeat(43)}` }],
    ['it is larger than svc takes', after({ ...result, stdout: 'a'.repeat(1_100_000) }), {}],
  ])('is taken out whole when %s', async (_what, stdin, own) => {
    expect(await masking(stdin, own)).toMatchObject({
      hookSpecificOutput: {
        hookEventName: 'PostToolUse',
        updatedToolOutput: { stdout: '[removed]', code: 0, list: ['[removed]'] },
      },
    });
  });
});

it('believes nothing that svc did not answer', async () => {
  for (const answer of [
    answers(200, '{}'),
    answers(200, HTML),
    answers(502, HTML),
    answers(302, '', { location: '/' }),
  ]) {
    const faulty = await startFaultyServer(answer);
    expect(deniedIn(await hook('codex', { env: { SVC_BASE_URL: faulty.baseUrl } }), 'codex')).toBe('deny');
    await faulty.stop();
  }
});

describe('hook install', () => {
  const install = async (cwd: string, ...args: string[]) =>
    await svc(['hook', 'install', ...args], { env: { HOME: cwd, PATH: '/nowhere' }, cwd });

  it('adds its own to settings that are there, and takes out nothing else', async () => {
    const cwd = folderOf();
    mkdirSync(join(cwd, '.claude'));
    const path = join(cwd, '.claude/settings.json');
    const own = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'lint' }] }] }, a: 1 };
    writeFileSync(path, JSON.stringify(own));
    const shown = await install(cwd, 'claude-code', '--dry-run');
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('"onFailure": "block"') });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(own);
    expect(await install(cwd, 'claude-code')).toMatchObject({ code: 1, stderr: expect.stringContaining('--yes') });
    expect(await install(cwd, 'claude-code', '--yes', '--agent', "it's")).toMatchObject({ code: 0 });
    const written = JSON.parse(readFileSync(path, 'utf8')) as typeof own;
    expect(written).toMatchObject({ a: 1, hooks: { PreToolUse: [own.hooks.PreToolUse[0], { matcher: '*' }] } });
    await install(cwd, 'claude-code', '--yes', '--timeout', '60');
    const again = JSON.parse(readFileSync(path, 'utf8')) as typeof own;
    expect(again.hooks.PreToolUse).toHaveLength(2);
    await install(cwd, 'claude-code', '--undo', '--yes');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(own);
  });

  it.each(['codex', 'copilot', 'cursor', 'gemini', 'opencode'])('makes and takes away the file of %s', async (name) => {
    const cwd = folderOf();
    const made = await install(cwd, name, '--yes', '--json');
    const { file, after } = JSON.parse(made.stdout) as { file: string; after: string };
    expect([made.code, readFileSync(file, 'utf8')]).toEqual([0, after]);
    expect((await install(cwd, name, '--yes')).stdout).toContain('is as it should be');
    const undone = await install(cwd, name, '--undo', '--yes', '--json');
    expect(JSON.parse(undone.stdout)).toMatchObject({ changed: true, after: null });
  });

  it('touches nothing that it cannot read, and refuses what there is not', async () => {
    const cwd = folderOf();
    mkdirSync(join(cwd, '.gemini'));
    writeFileSync(join(cwd, '.gemini/settings.json'), '{ // mine\n}');
    expect(await install(cwd, 'gemini', '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no JSON'),
    });
    expect((await install(cwd, 'notepad', '--yes')).stderr).toContain('claude-code, codex');
    expect((await install(cwd, 'codex', '--scope', 'managed', '--yes')).code).toBe(1);
    expect((await install(cwd, 'codex', '--on-review', 'defer', '--yes')).code).toBe(1);
    expect((await install(cwd, 'codex', '--timeout', '1', '--yes')).code).toBe(1);
  });

  it('refuses a version that lets a tool run when a hook fails', async () => {
    const cwd = folderOf();
    mkdirSync(join(cwd, 'bin'));
    writeFileSync(join(cwd, 'bin/claude'), '#!/bin/sh\necho "2.1.197 (Claude Code)"\n', { mode: 0o755 });
    const given = { env: { HOME: cwd, PATH: `${join(cwd, 'bin')}:/bin:/usr/bin` }, cwd };
    const refused = await svc(['hook', 'install', 'claude-code', '--yes'], given);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('2.1.295 or newer') });
  });
});
