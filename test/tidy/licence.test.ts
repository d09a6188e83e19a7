// SPDX-License-Identifier: Apache-2.0
/** Every source file begins with the identifier of its licence, and every package names it. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { ROOT, readRepositoryFile, repositoryFiles } from './source-files.ts';

it('stands in the first lines of every source file: `npm run format` adds it', () => {
  const { stderr } = spawnSync(process.execPath, ['scripts/licence-headers.mjs'], { cwd: ROOT, encoding: 'utf8' });
  expect(stderr).toBe('');
});

it('is named by every package', () => {
  const packages = repositoryFiles().filter((file) => /(^|\/)package\.json$/.test(file));
  expect(packages.length).toBeGreaterThan(15);
  expect(packages.filter((file) => JSON.parse(readRepositoryFile(file)).license !== 'Apache-2.0')).toEqual([]);
});
