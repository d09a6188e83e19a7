// SPDX-License-Identifier: Apache-2.0
/** `npm run test:changed`: which files have changed, and which tests that can touch. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { changedFiles } from '../../../scripts/changed-files.mjs';
import { readImportGraph } from '../../tidy/import-graph.ts';
import { readRepositoryFile } from '../../tidy/source-files.ts';
import { testsOf } from './tests-of.ts';

const graph = readImportGraph();
const chosenFor = (...changed: string[]) => testsOf(graph, changed, readRepositoryFile).chosen.map(({ file }) => file);

it('follows imports by path, by the name of the harness and by the name of a workspace', () => {
  expect(chosenFor('core/src/canonical-json/index.ts')).toContain('core/src/audit-chain/audit-chain.test.ts');
  expect(chosenFor('test/harness/streams/index.ts')).toContain('server/src/doors/routes/app/stream/open.test.ts');
  expect(chosenFor('documents/src/index.ts')).toContain('test/console/policy-text.test.ts');
  expect(chosenFor('test/harness/postgres/killed-run.ts')).toContain('test/harness/postgres/test-database.test.ts');
});

it('takes a test that calls the service only where it stands beside what the change reaches', () => {
  const { chosen, throughService } = testsOf(
    graph,
    ['server/src/decisions/reviews/resolve-review.ts'],
    readRepositoryFile,
  );
  const files = chosen.map(({ file }) => file);
  expect(files).toContain('server/src/decisions/reviews/race.test.ts');
  expect(files).toContain('server/src/doors/routes/app/reviews/approve.test.ts');
  expect(files).not.toContain('server/src/doors/routes/app/agents/create.test.ts');
  expect(throughService).toContain('server/src/doors/routes/app/agents/create.test.ts');
});

it.each([
  ['server/src/storage/schema/migrations/index.ts', 'test/generated/reference.test.ts'],
  ['test/cases/agents.yaml', 'test/cases/cases.test.ts'],
  ['web/src/pages/webhooks/words-en.ts', 'test/e2e/webhooks.test.ts'],
  ['web/src/decision/waterfall.tsx', 'test/e2e/reviews.test.ts'],
  ['web/src/pages/agents/words-en.ts', 'web/src/pages/agents/agents.browser.test.ts'],
  ['docs/guides/sensitive-data.md', 'test/dlp/guide.test.ts'],
  ['docs/operating/running.md', 'test/tidy/prose.test.ts'],
  ['scripts/ci/three-tries.sh', 'test/process/ci-stages.test.ts'],
  ['python/src/svc_sdk/__init__.py', 'test/packages/python-package.test.ts'],
  ['deploy/nginx.conf', 'test/process/deploy.test.ts'],
  ['python/src/svc_sdk/verify/_tree.py', 'test/audit/second-verifier.test.ts'],
  ['package.json', 'test/tidy/tree.test.ts'],
])('knows what no import tells: %s', (changed, test) => {
  expect(chosenFor(changed)).toContain(test);
});

it('counts what is committed on the branch, staged, changed, new and deleted, and no more', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-changed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const person = ['-c', 'user.name=a', '-c', 'user.email=a@svc.example', '-c', 'core.hooksPath=/nonexistent'];
  // Nothing of a git that runs this test in a hook reaches it.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  const git = (...args: string[]) => {
    const { status, stderr } = spawnSync('git', [...person, ...args], { cwd: folder, encoding: 'utf8', env });
    expect(status, stderr).toBe(0);
  };
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  expect(changedFiles(folder)).toBeNull();
  git('init', '--quiet', '--initial-branch=main');
  for (const name of ['same', 'committed', 'staged', 'changed', 'deleted', 'on-main']) write(name, 'a');
  write('.gitignore', 'ignored\n');
  git('add', '.');
  git('commit', '--quiet', '--message=a: b');
  git('checkout', '--quiet', '-b', 'branch');
  write('committed', 'b');
  git('commit', '--quiet', '--all', '--message=a: c');
  git('checkout', '--quiet', 'main');
  write('on-main', 'b');
  git('commit', '--quiet', '--all', '--message=a: d');
  git('checkout', '--quiet', 'branch');
  write('staged', 'b');
  git('add', 'staged');
  write('changed', 'b');
  write('new', 'b');
  write('ignored', 'b');
  rmSync(join(folder, 'deleted'));
  expect(changedFiles(folder)).toEqual(['changed', 'committed', 'deleted', 'new', 'staged']);
  expect(changedFiles(folder, 'HEAD')).toEqual(['changed', 'deleted', 'new', 'staged']);
  expect(changedFiles(folder, 'unknown')).toBeNull();
});
