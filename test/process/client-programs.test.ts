// SPDX-License-Identifier: Apache-2.0
/**
 * The programs of the client library and the command line, as processes: the quick start's examples, the hook of Claude
 * Code, and `svc` itself.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderOf } from '#harness/command-line';
import { openOrganization, quickStartFile, type TestService } from '#harness/service';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { ROOT } from '../tidy/source-files.ts';

const EXAMPLES = join(ROOT, 'sdk/examples');

let service: TestService;
let environment: Record<string, string>;
beforeAll(async () => {
  const provisioning = quickStartFile();
  service = await openOrganization({ provisioning: () => provisioning });
  const [key = ''] = /key_test_\w+/.exec(provisioning) ?? [];
  environment = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', SVC_API_KEY: key, SVC_BASE_URL: service.baseUrl };
});
afterAll(() => service.stop());

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

function run(args: readonly string[], input = '', env = environment): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args], { cwd: ROOT, env, timeout: PROGRAM_WITHIN_MS });
    const shown = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (shown.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (shown.stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...shown }));
    child.stdin.end(input);
  });
}

const EXPECTED: Readonly<Record<string, RegExp>> = {
  'first-decision.mjs': /^read 1 order\nThe action did not run: the outcome is BLOCK\. .*"Block deleting customers"/,
  'claude-agent.mjs': /^Read: Claude's own rules\nmcp__crm__delete_customer: deny\nmcp__crm__export: deny\n$/,
};

/** They run where their frameworks are: sdk/compatibility/frameworks/examples.test.ts. */
const WITH_FRAMEWORKS = ['ai-sdk.mjs', 'langchain.mjs'];

it('has an expectation for every example', () => {
  expect(
    readdirSync(EXAMPLES)
      .filter((name) => name.endsWith('.mjs'))
      .sort(),
  ).toEqual([...Object.keys(EXPECTED), ...WITH_FRAMEWORKS].sort());
});

it.each(Object.entries(EXPECTED))('runs %s against the quick start', async (name, expected) => {
  const { code, stdout, stderr } = await run([join(EXAMPLES, name)]);
  expect({ code, stderr: stderr.includes('Error') ? stderr : '' }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(expected);
});

const PROGRAM = join(ROOT, 'sdk/bin/svc-claude-code.js');
const HOOK = [PROGRAM, '--rules', join(EXAMPLES, 'claude-code/svc.json')];
/** The rules of the example. The quick start has no `workspace`, which the guide tells a person to register. */
const RULES = readFileSync(join(EXAMPLES, 'claude-code/svc.json'), 'utf8').replaceAll('workspace', 'orders');
const call = (toolName: string) =>
  JSON.stringify({
    session_id: 's',
    hook_event_name: 'PreToolUse',
    tool_name: toolName,
    tool_input: {},
    tool_use_id: toolName,
  });

it.each([
  ['Bash', undefined],
  ['mcp__crm__delete_customer', 'deny'],
  ['mcp__crm__export_all', 'deny'],
  ['Unknown', 'deny'],
])('answers Claude Code for %s by the rules of the example', async (toolName, permissionDecision) => {
  const rules = join(folderOf({ 'svc.json': RULES }), 'svc.json');
  const { code, stdout, stderr } = await run([PROGRAM, '--rules', rules], call(toolName));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const answer = JSON.parse(stdout) as { hookSpecificOutput?: { permissionDecision: string } };
  expect(answer.hookSpecificOutput?.permissionDecision).toBe(permissionDecision);
});

it.each([
  ['full', '> /dev/full'],
  ['closed', '>&-'],
  ['closed, and stderr too', '>&- 2>&-'],
  ['closed by its reader', '| true'],
])('blocks with code 2 when its stdout is %s', async (_what, redirection) => {
  const command = `set -o pipefail; node ${HOOK.join(' ')} ${redirection} <<< '${call('mcp__crm__delete_customer')}'`;
  const piped = `set -o pipefail; echo '${call('mcp__crm__delete_customer')}' | node ${HOOK.join(' ')} ${redirection}`;
  const { code } = await new Promise<{ code: number | null }>((resolve) => {
    spawn('bash', ['-c', redirection.startsWith('|') ? piped : command], { env: environment }).on('close', (ended) =>
      resolve({ code: ended }),
    );
  });
  expect(code).toBe(2);
});

it('names in its example a command that blocks when the hook is missing, and no package of a registry', () => {
  const settings = readFileSync(join(EXAMPLES, 'claude-code/settings.json'), 'utf8');
  expect(settings).toMatch(/svc-claude-code\.js \|\| exit 2"/);
  expect(settings).not.toMatch(/npx/);
});

it('blocks with code 2, the only one but 0 that Claude Code heeds, when the hook cannot even start', async () => {
  // A loader that fails stands for an installation that is broken.
  const broken = [
    '--import',
    'data:text/javascript,import("node:module").then((m)=>m.register("data:text/javascript,export function resolve(s,c,n){if(s.includes(\\"claude-code/index.js\\"))throw new Error(\\"gone\\");return n(s,c)}"))',
  ];
  const { code, stderr } = await run([...broken, ...HOOK], call('Bash'));
  expect(code).toBe(2);
  expect(stderr).toMatch(/^Not run: the svc hook failed/);
});

it('runs svc as a program, with exit codes', async () => {
  const svc = join(ROOT, 'cli/bin/svc.js');
  expect(await run([svc, '--version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  const check = [svc, 'check', '--agent', 'billing-bot', '--resource', 'customers', '--action'];
  expect(await run([...check, 'EXPORT_DATA'])).toMatchObject({ code: 2, stdout: expect.stringMatching(/^REVIEW /) });
  expect(await run([...check, 'DELETE_DATA'])).toMatchObject({ code: 3, stdout: expect.stringMatching(/^BLOCK /) });
  expect(await run([svc, 'test', '--help'])).toMatchObject({ code: 0, stderr: '' });
});
