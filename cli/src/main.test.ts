// SPDX-License-Identifier: Apache-2.0
/** The command line as a whole: version, help, and its answer to unknown arguments. */
import { PassThrough } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { svc } from '#harness/command-line';
import manifest from '../package.json' with { type: 'json' };
import { COMMANDS } from './commands/table.ts';
import { withProgress } from './output/index.ts';

it('prints its version, as text and as JSON', async () => {
  expect(await svc(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
  expect(await svc(['-V'])).toMatchObject({ code: 0, stdout: `${manifest.version}\n` });
  const { stdout } = await svc(['--version', '--json']);
  expect(JSON.parse(stdout)).toEqual({ version: manifest.version });
});

it.each(COMMANDS.map(({ name, examples }) => [name, examples] as const))(
  'shows examples and exit codes in the help of %s, which takes --json',
  async (name, examples) => {
    const { code, stdout, stderr } = await svc([...name.split(' '), '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('--json');
    for (const example of examples) expect(stdout).toContain(`$ ${example}`);
    for (const exitCode of [0, 1, 2, 3, 4, 5]) expect(stdout).toMatch(new RegExp(`^  ${exitCode}  \\S`, 'm'));
  },
);

it('tells groups of commands apart', async () => {
  const { stdout } = await svc(['help']);
  const groups = new Set(COMMANDS.flatMap(({ name }) => (name.includes(' ') ? [`${name.split(' ')[0]}`] : [])));
  for (const group of groups) expect(stdout).toMatch(new RegExp(`^  ${group}\\b.* {2,}[A-Z][a-z]`, 'm'));
});

it('has the commands of the specification, two for acts, three for proofs, those of budgets, a receiver, those of doors, and the local tool server', () => {
  expect(COMMANDS.map(({ name }) => name)).toEqual([
    'init',
    'login',
    'check',
    'redeem',
    'outcome',
    'policies validate',
    'policies pull',
    'policies apply',
    'policies diff',
    'policies prove',
    'policies analyze',
    'budgets validate',
    'budgets pull',
    'budgets apply',
    'test',
    'listen',
    'tool-rules validate',
    'tool-rules pull',
    'tool-rules apply',
    'tool-rules import',
    'hook install',
    'mcp',
    'mcp wrap',
  ]);
});

it.each([
  [['polices'], "unknown command 'polices' (Did you mean policies?)"],
  [['policies', 'aply'], "unknown command 'aply' (Did you mean apply?)"],
  [['init', '--frce'], "unknown option '--frce'"],
  [['init', 'a', 'b'], "too many arguments for 'init'"],
  [['check'], "required option '--agent <name>' not specified"],
  [['check', '--agent', 'a', '--action', 'EXPORT', '--resource', 'r'], "argument 'EXPORT' is invalid"],
])('ends with 1 and a sentence for %j, on stderr or as JSON', async (args, sentence) => {
  const { code, stdout, stderr } = await svc(args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^svc: .*\n$/);
  expect(stderr).toContain(sentence);
  const json = await svc([...args, '--json']);
  expect(json).toMatchObject({ code: 1, stderr: '' });
  expect(JSON.parse(json.stdout)).toMatchObject({
    error: { code: 'usage', message: expect.stringContaining(sentence) },
  });
});

it('shows its help, and ends with 1, when it is told nothing', async () => {
  const { code, stdout, stderr } = await svc([]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('Usage: svc');
});

it.each([
  ['policies', 'pull'],
  ['check', '--agent', 'a', '--action', 'READ_DATA', '--resource', 'r'],
])('ends with 5 without a key: %s %s', async (...args) => {
  const { code, stderr } = await svc(args);
  expect({ code, stderr }).toEqual({
    code: 5,
    stderr: 'svc: There is no API key. Run: svc login --api-key <key>, or set SVC_API_KEY.\n',
  });
});

it('ends with 5 for a login without a key, and for one that is empty', async () => {
  const missing = { code: 5, stderr: 'svc: There is no API key. Run: svc login --api-key <key>.\n' };
  expect(await svc(['login'])).toMatchObject(missing);
  expect(await svc(['login', '--base-url', 'http://127.0.0.1:65535'])).toMatchObject(missing);
  const empty = { code: 5, stderr: 'svc: The API key is empty.\n' };
  expect(await svc(['login', '--api-key', ''])).toMatchObject(empty);
  expect(await svc(['login', '--api-key', '-'], { input: ' \n' })).toMatchObject(empty);
});

it('says that SVC_API_KEY is empty', async () => {
  const { code, stderr } = await svc(['policies', 'pull'], { env: { SVC_API_KEY: '' } });
  expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining('SVC_API_KEY is set and empty') });
});

it.each([[['--json', 'policies', 'pull']], [['policies', '--json', 'pull']], [['policies', 'pull', '--json']]])(
  'takes --json in every place: %j',
  async (args) => {
    const { code, stdout, stderr } = await svc(args);
    expect({ code, stderr }).toEqual({ code: 5, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'no_api_key' } });
  },
);

it('shows progress of what takes more than a second, on a terminal only, and takes it back', async () => {
  const world = (isTTY: boolean) => {
    const stderr = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY });
    const { stdin, stdout } = process;
    return { stdin, stdout, stderr, env: {}, cwd: '/', json: false, stopSignal: () => new AbortController().signal };
  };
  const slow = () => new Promise((resolve) => setTimeout(resolve, 1_500));
  for (const isTTY of [true, false]) {
    vi.useFakeTimers();
    const shown = world(isTTY);
    const working = withProgress(shown, 'Working', slow);
    await vi.advanceTimersByTimeAsync(1_500);
    await working;
    vi.useRealTimers();
    const text = String(shown.stderr.read() ?? '');
    expect(text).toBe(isTTY ? '\r\u001b[2KWorking (1 s)\r\u001b[2K' : '');
  }
});

it.each([
  [['policies', 'pull'], { SVC_BASE_URL: 'http://127.0.0.1:65535' }],
  [['check', '--agent', 'a', '--action', 'READ_DATA', '--resource', 'r'], { SVC_BASE_URL: 'http://127.0.0.1:65535' }],
  [['login', '--api-key', `key_live_${'L'.repeat(43)}`, '--base-url', 'http://127.0.0.1:65535'], {}],
])('names the address when nothing answers %j', async (args, env) => {
  const { code, stderr } = await svc(args, { env: { SVC_API_KEY: `key_live_${'L'.repeat(43)}`, ...env } });
  expect(code).toBe(1);
  expect(stderr).toContain('(ECONNREFUSED)');
  expect(stderr).toContain('Check that the service runs at http://127.0.0.1:65535, or set SVC_BASE_URL.');
  expect(stderr).not.toContain('LLLL');
});
