// SPDX-License-Identifier: Apache-2.0
/** The files that a change touches, as git sees them: what tests and lints look at while a person works. */
import { spawnSync } from 'node:child_process';

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
/** A clone may know the main branch by its remote alone. */
const MAIN = ['main', 'origin/main'];

/**
 * Files that differ from where the branch left another one: committed, staged, not staged and new ones. A deleted file
 * is among them.
 * @param {string} root the folder of the repository
 * @param {string} [since] a commit or branch; the main branch by default
 * @returns {string[] | null} paths from the root, in order; null where git does not know
 */
export function changedFiles(root, since) {
  const base = (since === undefined ? MAIN : [since])
    .map((name) => git(root, 'merge-base', 'HEAD', name)?.trim())
    .find((commit) => commit !== undefined);
  if (base === undefined) return null;
  const changed = git(root, 'diff', '--name-only', '--no-renames', '-z', base);
  const added = git(root, 'ls-files', '--others', '--exclude-standard', '-z');
  if (changed === null || added === null) return null;
  return [...new Set(`${changed}${added}`.split('\0').filter((path) => path !== ''))].sort();
}

/** @returns {string | null} null when git fails or is not installed */
function git(root, ...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX });
  return status === 0 ? stdout : null;
}
