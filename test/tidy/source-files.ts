// SPDX-License-Identifier: Apache-2.0
/** The files of the repository as git sees them, for the tests about the tree itself. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const ROOT = dirname(dirname(import.meta.dirname));

/** Tracked files and new ones that are not ignored, as paths from the root. */
export function repositoryFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed.split('\n').filter((path) => path !== '' && existsSync(join(ROOT, path)));
}

export function readRepositoryFile(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

export function typeScriptFiles(): string[] {
  return repositoryFiles().filter((path) => /\.tsx?$/.test(path));
}

/** The first line of every source file. */
export const LICENCE_LINE = '// SPDX-License-Identifier: Apache-2.0';

/** The text behind the line of the licence, which no rule counts. */
export function withoutLicence(text: string): string {
  return text.replace(/^\/\/ SPDX-License-Identifier: .*\n\n?/, '');
}
