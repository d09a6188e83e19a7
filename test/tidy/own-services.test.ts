// SPDX-License-Identifier: Apache-2.0
/**
 * Rule: test files share a service, and each works in organizations of its own. A file that starts one says why in its
 * first comment, so that the kind stays visible.
 */
import { expect, it } from 'vitest';
import { readRepositoryFile, typeScriptFiles } from './source-files.ts';

const SAID = /^\/\/ SPDX[^\n]*\n\/\*\*\s+(\* )?A service of its own: \w/;
/** The browser of a file holds on to its service until both stop. */
const WITH_BROWSER = 'test/e2e/';

it('says "A service of its own: …" in every test file that starts one', () => {
  const starting = typeScriptFiles().filter(
    (path) =>
      path.endsWith('.test.ts') &&
      !path.startsWith(WITH_BROWSER) &&
      /\bstartTestService\(/.test(readRepositoryFile(path)),
  );
  expect(starting.length).toBeGreaterThan(10);
  expect(starting.filter((path) => !SAID.test(readRepositoryFile(path)))).toEqual([]);
});
