// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run test:changed [REF]`: runs the tests that a change can touch. The change is all that differs from where the
 * branch left REF, the main branch by default. `--list` names the tests only; `--all` takes also those that reach the
 * change through the running service alone.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { changedFiles } from '../../../scripts/changed-files.mjs';
import { readImportGraph } from '../../tidy/import-graph.ts';
import { ROOT, readRepositoryFile } from '../../tidy/source-files.ts';
import { testsOf } from './tests-of.ts';

/** Tests of what is built: the service as a process, the app, and packages. */
const OF_BUILD = /^test\/(process|e2e|packages|chaos)\//;

const given = process.argv.slice(2);
const changed = changedFiles(
  ROOT,
  given.find((argument) => !argument.startsWith('--')),
);
if (changed === null) throw new Error('Git does not know what has changed: name a commit or branch.');
const { chosen, throughService } = testsOf(readImportGraph(), changed, readRepositoryFile);
const isAll = given.includes('--all');
for (const { file, why } of chosen) process.stdout.write(`${file}: ${why}\n`);
if (isAll) for (const file of throughService) process.stdout.write(`${file}: calls the service\n`);
const files = [...chosen.map(({ file }) => file), ...(isAll ? throughService : [])];
const left = isAll || throughService.length === 0 ? '' : `; ${throughService.length} more call the service: --all`;
process.stdout.write(`> ${files.length} test files for ${changed.length} changed files${left}\n`);
if (files.length > 0 && !given.includes('--list')) {
  if (files.some((file) => OF_BUILD.test(file))) run('npm', ['run', '--silent', 'build']);
  run(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--passWithNoTests', ...files]);
}

function run(program: string, args: readonly string[]): void {
  const { status } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
