// SPDX-License-Identifier: Apache-2.0
/**
 * The hook before a commit: Biome mends the staged files, and the rules of the tree hold. A file with changes that are
 * not staged is only read, since to stage it again would stage these changes too.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const root = dirname(dirname(import.meta.dirname));
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, maxBuffer: OUTPUT_BYTES_MAX });
  if (status !== 0) refuse(`git ${args[0]}: ${stderr}`);
  return stdout;
}

const filesOf = (...args) =>
  git('diff', '--name-only', '-z', ...args)
    .toString()
    .split('\0')
    .filter((file) => file !== '');

function refuse(sentence) {
  process.stderr.write(`${sentence.trim()}\n`);
  process.exit(1);
}

/** Biome leaves out files that it does not know, and those that biome.json leaves out. */
function check(files) {
  if (files.length === 0) return;
  const quiet = ['--no-errors-on-unmatched', '--files-ignore-unknown=true', '--colors=off'];
  const args = [biome, 'check', '--write', ...quiet, '--', ...files];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) refuse(`${stdout}${stderr}\nBiome refuses the commit: see above.`);
  git('add', '--', ...files);
}

/** @returns {boolean} whether Biome would change the staged text of a file */
function wouldChange(file) {
  const text = git('show', `:${file}`);
  const args = [biome, 'check', '--write', '--files-ignore-unknown=true', `--stdin-file-path=${file}`];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, input: text, maxBuffer: OUTPUT_BYTES_MAX });
  return stdout.length > 0 && !stdout.equals(text);
}

if (!existsSync(biome) || !existsSync(vitest)) {
  process.stderr.write('The commit is not checked: `npm ci` installs what checks it.\n');
  process.exit(0);
}
// `git commit FILE` commits by an index of its own: what a hook adds to it would be missing in the usual one.
const isOfNamedFiles = basename(process.env.GIT_INDEX_FILE ?? '').startsWith('next-index');
const staged = filesOf('--cached', '--diff-filter=ACMR');
const changedSince = new Set(isOfNamedFiles ? staged : filesOf());
check(staged.filter((file) => !changedSince.has(file)));
const [left] = staged.filter((file) => changedSince.has(file) && wouldChange(file));
if (left !== undefined)
  refuse(`Biome would change what is staged of ${left}: run \`npm run format\` and stage it again.`);
const tidy = spawnSync(process.execPath, [vitest, 'run', '--config', 'vitest.tidy.config.ts'], {
  cwd: root,
  encoding: 'utf8',
});
if (tidy.status !== 0) refuse(`${tidy.stdout}${tidy.stderr}\nThe rules of the tree refuse the commit: see above.`);
