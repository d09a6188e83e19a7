// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the adapters fit the types of the frameworks, in the tests and agents that call the real ones. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../tidy/source-files.ts';

it.each([
  ['newest', 'sdk/compatibility/frameworks'],
  ['oldest', 'sdk/compatibility/frameworks/oldest'],
])('compiles with the %s versions', (_which, project) => {
  const typescript = join(ROOT, 'node_modules/.bin/tsc');
  const { status, stdout } = spawnSync(typescript, ['-p', project], { cwd: ROOT, encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});
