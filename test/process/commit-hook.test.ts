// SPDX-License-Identifier: Apache-2.0
/** The hook before a commit, in a repository of its own: what it mends, what it refuses, and where it is set up. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../tidy/source-files.ts';

const COPIED = ['.githooks', 'scripts/hooks', 'biome.json', '.gitignore', 'vitest.tidy.config.ts'];
const UGLY = 'export const a = "1"\n';
const MENDED = "export const a = '1';\n";
/** It stands for the rules of the tree: one is enough here. */
const RULE = `import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';

it('has no folder of that name', () => expect(existsSync('utils')).toBe(false));
`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-hooks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  write('package.json', '{ "type": "module" }\n');
  write('test/tidy/rule.test.ts', RULE);
  succeed('git', 'init', '--quiet');
  // As a folder it is ignored; here it is a link.
  write('.git/info/exclude', 'node_modules\n');
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const read = (path: string) => readFileSync(join(folder, path), 'utf8');

/** Nothing of the machine's own git, nor of one that runs this test in a hook, reaches it. */
function run(program: string, args: readonly string[], environment: Record<string, string> = {}) {
  const person = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@svc.example' };
  const committer = { GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@svc.example' };
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1', ...person, ...committer };
  return spawnSync(program, args, { cwd: folder, encoding: 'utf8', env: { ...env, ...environment } });
}

function succeed(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = run(program, args);
  expect(status, stdout + stderr).toBe(0);
  return stdout.trim();
}

const commit = (...args: string[]) => run('git', ['commit', '--quiet', '--message', 'a: b', ...args]);
const setUp = (environment = {}) => run(process.execPath, ['scripts/hooks/set-up.mjs'], environment);
const hooksPath = () => run('git', ['config', '--get', 'core.hooksPath']).stdout.trim();

describe('the hook before a commit', () => {
  beforeEach(() => {
    expect(setUp()).toMatchObject({ status: 0, stdout: '', stderr: '' });
    succeed('git', 'add', '.');
    expect(commit('--no-verify')).toMatchObject({ status: 0 });
  });

  it('mends what is staged, and commits it mended', () => {
    write('core/a b.ts', UGLY);
    write('core/c.md', 'a   text\n');
    write('core/not-staged.ts', UGLY);
    succeed('git', 'add', 'core/a b.ts', 'core/c.md');
    expect(commit()).toMatchObject({ status: 0 });
    expect(succeed('git', 'show', 'HEAD:core/a b.ts')).toBe(MENDED.trim());
    expect(succeed('git', 'show', '--name-only', '--format=')).toBe('core/a b.ts\ncore/c.md');
    expect(succeed('git', 'status', '--porcelain')).toBe('?? core/not-staged.ts');
    expect(read('core/not-staged.ts')).toBe(UGLY);
  });

  it('refuses a file that is staged in part and would change, and leaves both parts as they are', () => {
    write('a.ts', UGLY);
    succeed('git', 'add', 'a.ts');
    write('a.ts', `${UGLY}export const b = 2;\n`);
    const refused = commit();
    expect(refused).toMatchObject({ status: 1 });
    expect(refused.stderr).toContain('what is staged of a.ts: run `npm run format` and stage it again.');
    expect(read('a.ts')).toBe(`${UGLY}export const b = 2;\n`);
    expect(run('git', ['show', ':a.ts']).stdout).toBe(UGLY);
  });

  it('commits the staged part alone of a file that would not change', () => {
    write('a.ts', MENDED);
    succeed('git', 'add', 'a.ts');
    write('a.ts', `${MENDED}export const b = "2"\n`);
    expect(commit()).toMatchObject({ status: 0 });
    expect(run('git', ['show', 'HEAD:a.ts']).stdout).toBe(MENDED);
    expect(read('a.ts')).toBe(`${MENDED}export const b = "2"\n`);
  });

  it('only reads what `git commit FILE` names, and mends what `git commit --all` takes', () => {
    write('test/tidy/rule.test.ts', `${RULE}${UGLY}`);
    expect(commit('test/tidy/rule.test.ts').stderr).toContain('what is staged of test/tidy/rule.test.ts');
    expect(read('test/tidy/rule.test.ts')).toBe(`${RULE}${UGLY}`);
    expect(commit('--all')).toMatchObject({ status: 0 });
    expect(run('git', ['show', 'HEAD:test/tidy/rule.test.ts']).stdout).toBe(`${RULE}${MENDED}`);
    expect(succeed('git', 'status', '--porcelain')).toBe('');
  });

  it('refuses what Biome cannot mend, and says what it is', () => {
    write('a.ts', 'export const a = ;\n');
    succeed('git', 'add', 'a.ts');
    expect(commit()).toMatchObject({ status: 1, stderr: expect.stringContaining('Biome refuses the commit') });
  });

  it('refuses what breaks a rule of the tree, and names the rule', () => {
    write('utils/a.ts', MENDED);
    succeed('git', 'add', 'utils/a.ts');
    expect(commit()).toMatchObject({ status: 1, stderr: expect.stringContaining('has no folder of that name') });
  });

  it('works in a second work tree, and lets a commit pass where nothing is installed', () => {
    succeed('git', 'worktree', 'add', '--quiet', 'other');
    write('other/a.ts', UGLY);
    const inOther = ['-C', 'other'];
    succeed('git', ...inOther, 'add', 'a.ts');
    const passed = run('git', [...inOther, 'commit', '--quiet', '--message', 'a: b']);
    expect(passed).toMatchObject({
      status: 0,
      stderr: 'The commit is not checked: `npm ci` installs what checks it.\n',
    });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'other/node_modules'));
    write('other/b.ts', UGLY);
    succeed('git', ...inOther, 'add', 'b.ts');
    succeed('git', ...inOther, 'commit', '--quiet', '--message', 'a: c');
    expect(succeed('git', ...inOther, 'show', 'HEAD:b.ts')).toBe(MENDED.trim());
  });
});

describe('the set-up', () => {
  it('is done once, and leaves hooks of a person alone', () => {
    setUp();
    setUp();
    expect(hooksPath()).toBe('.githooks');
    succeed('git', 'config', 'core.hooksPath', 'own');
    setUp();
    expect(hooksPath()).toBe('own');
  });

  it('is not done in CI, below another repository, without a repository and without git', () => {
    setUp({ CI: 'true' });
    expect(hooksPath()).toBe('');
    const script = join(folder, 'unpacked/scripts/hooks/set-up.mjs');
    cpSync(join(folder, 'scripts/hooks'), dirname(script), { recursive: true });
    cpSync(join(folder, '.githooks'), join(folder, 'unpacked/.githooks'), { recursive: true });
    expect(run(process.execPath, [script])).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(hooksPath()).toBe('');
    expect(setUp({ PATH: '/nonexistent' })).toMatchObject({ status: 0, stdout: '', stderr: '' });
    rmSync(join(folder, '.git'), { recursive: true });
    expect(setUp()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  it('is what `npm ci` ends with', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: { prepare: string };
    };
    expect(scripts.prepare).toBe('node scripts/hooks/set-up.mjs');
  });
});
