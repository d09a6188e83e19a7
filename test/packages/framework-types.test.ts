// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the adapters fit the types of the frameworks, in the tests that call the real ones. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../tidy/source-files.ts';

it('compiles the tests of the adapters with the AI SDK and LangChain.js', () => {
  const typescript = join(ROOT, 'node_modules/.bin/tsc');
  const { status, stdout } = spawnSync(typescript, ['-p', 'sdk/compatibility/frameworks'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});
