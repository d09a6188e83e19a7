// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the adapter compiles with version 6 of the Vercel AI SDK too, its inputs typed. */
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { installWith } from '#harness/compatibility';
import { ROOT } from '../tidy/source-files.ts';

it('compiles with ai 6', async () => {
  const installation = await installWith('ai-6');
  try {
    await mkdir(join(installation.folder, 'node_modules/@types'), { recursive: true });
    for (const name of ['@types/node', 'undici-types']) {
      await symlink(join(ROOT, 'node_modules', name), join(installation.folder, 'node_modules', name));
    }
    const options = ['--module', 'nodenext', '--target', 'es2023', '--strict', '--skipLibCheck', '--noEmit'];
    const typescript = join(ROOT, 'node_modules/.bin/tsc');
    const { code, stdout } = await installation.run(typescript, [...options, '--types', 'node', 'sample.ts']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  } finally {
    await installation.remove();
  }
});
