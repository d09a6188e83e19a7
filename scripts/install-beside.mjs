// SPDX-License-Identifier: Apache-2.0
/** Packages that few tests and measurements need, in folders beside their files: a clone does not bring them. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/**
 * Installs what the lock file of the folder names, unless it is there.
 * @param {string} folder below the root, with package.json and package-lock.json
 * @throws {Error} when npm fails, such as without its registry
 */
export function installBeside(folder) {
  const cwd = join(root, folder);
  const installed = join(cwd, 'node_modules', '.package-lock.json');
  const changedMs = (file) => statSync(file).mtimeMs;
  if (existsSync(installed) && changedMs(installed) >= changedMs(join(cwd, 'package-lock.json'))) return;
  const { status, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm ci in ${folder} ended with ${status}.\n${stderr}`);
}
