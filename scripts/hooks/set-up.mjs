// SPDX-License-Identifier: Apache-2.0
/**
 * `npm ci` ends with it: git runs the hooks of `.githooks` in a clone of this repository. It changes nothing in CI, in an
 * unpacked archive, without git, or where a person has hooks of their own.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FOLDER = '.githooks';
const root = dirname(dirname(import.meta.dirname));

/** @returns {string} what git prints; nothing when it fails or is not installed */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout.trim() : '';
}

/** An archive may be unpacked within the work tree of another repository. */
function isWorkTree() {
  const top = git('rev-parse', '--show-toplevel');
  return top !== '' && realpathSync(top) === realpathSync(root);
}

const isInCi = (process.env.CI ?? '') !== '';
if (!isInCi && existsSync(join(root, FOLDER)) && isWorkTree() && git('config', '--get', 'core.hooksPath') === '') {
  // Git looks for a relative folder in each work tree of the clone.
  git('config', 'core.hooksPath', FOLDER);
}
