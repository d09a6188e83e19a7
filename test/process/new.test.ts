// SPDX-License-Identifier: Apache-2.0
/** `npm run new` makes files that compile, tells what remains, and writes nothing when it refuses. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, repositoryFiles } from '../tidy/source-files.ts';

/** They hold for the whole program, and nothing imports them. */
const DECLARATIONS = ['server/src/organization/oauth/oidc-provider.d.ts', 'test/harness/postgres/global-setup.ts'];

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'svc-new-'));
  for (const file of repositoryFiles()) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
  }
  // Packages are those of the tree; our own are those of the copy.
  for (const folder of ['.', 'web', 'sdk'].filter(hasPackages)) linkPackages(folder);
});
afterAll(() => rmSync(copy, { recursive: true }));

/** An installation may have them all at the root. */
const hasPackages = (folder: string): boolean => existsSync(join(ROOT, folder, 'node_modules'));

function linkPackages(folder: string): void {
  const target = join(copy, folder, 'node_modules');
  mkdirSync(target);
  for (const name of readdirSync(join(ROOT, folder, 'node_modules'))) {
    if (name === '.cache') continue;
    const from = join(ROOT, folder, 'node_modules', name);
    // The links of our packages are relative.
    if (name === '@svc') cpSync(from, join(target, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(from, join(target, name));
  }
}

const within = (command: string, ...given: string[]): SpawnSyncReturns<string> =>
  spawnSync(command, given, { cwd: copy, encoding: 'utf8' });
const make = (...given: string[]) => within(process.execPath, 'scripts/new/main.mjs', ...given);

/** @returns the made files */
function made(...given: string[]): string[] {
  const { status, stdout, stderr } = make(...given);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/What remains:\n1\. .+\n2\. /);
  return [...stdout.matchAll(/^made (.+)$/gm)].map(([, file = '']) => file);
}

/** The types of these files and of what they import. */
function compile(files: readonly string[], from: string, declarations: readonly string[] = []): void {
  // Sources of the workspaces are compiled with them, whatever the place asks for.
  const lib = ['ES2023', 'ES2024.String', 'DOM', 'DOM.Iterable'];
  const options = {
    lib,
    customConditions: ['svc-source'],
    composite: false,
    incremental: false,
    tsBuildInfoFile: null,
  };
  const paths = [...files, ...declarations].map((file) => join(copy, file));
  const project = join(copy, dirname(from), 'tsconfig.made.json');
  const asked = { extends: join(copy, from), compilerOptions: options, files: paths, include: [] };
  writeFileSync(project, JSON.stringify(asked));
  const { status, stdout } = within(join(ROOT, 'node_modules/.bin/tsc'), '-p', project, '--noEmit');
  expect([status, stdout]).toEqual([0, '']);
}

describe('each kind', () => {
  it('compiles, and its test fails until it is filled in', () => {
    const page = made('page', 'late-orders');
    compile(page, 'web/tsconfig.tests.json');
    const others = [
      made('route', 'late-orders'),
      made('detector', 'voter-card'),
      made('notice', 'late-orders'),
      made('task', 'decisions/reviews/late-orders'),
    ];
    compile(others.flat(), 'tsconfig.tests.json', DECLARATIONS);
    for (const files of [page, ...others]) {
      const [test, ...more] = files.filter((file) => file.endsWith('.test.ts'));
      expect(more).toEqual([]);
      expect(readFileSync(join(copy, test ?? ''), 'utf8')).toContain("expect.fail('say here");
    }
    const twice = make('page', 'late-orders');
    expect([twice.status, twice.stderr]).toEqual([1, expect.stringContaining('There is a page late-orders already')]);
  });
});

describe('it refuses', () => {
  it.each([
    ['an unknown kind', ['table', 'late-orders'], 'A kind is one of route, page, detector, notice, task.'],
    ['no name', ['page'], 'Usage: npm run new'],
    ['a second name', ['page', 'late', 'orders'], 'Usage: npm run new'],
    ['a name in capitals', ['page', 'LateOrders'], '"LateOrders" is no name'],
    ['a name out of the tree', ['page', '../late'], 'A page has a name without a path: late.'],
    ['a long name', ['page', 'a'.repeat(41)], 'is no name'],
    ['a task without a room', ['task', 'late-work'], 'A task stands in a room of the server'],
    ['a task out of the tree', ['task', '../../late-work'], 'A task stands in a room of the server'],
    ['a noun that there is', ['route', 'agents'], 'There is a route agents already'],
    ['a page that there is', ['page', 'audit'], 'There is a page audit already'],
  ])('%s', (_title, given, sentence) => {
    const { status, stdout, stderr } = make(...given);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(sentence);
  });
});
