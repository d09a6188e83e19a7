// SPDX-License-Identifier: Apache-2.0
/** A file is read as it stood at one moment, or not at all. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOf } from '#harness/command-line';
import { readText } from './read-file.ts';

it('reads text', () => {
  const file = join(folderOf({ 'a.yaml': 'ação' }), 'a.yaml');
  expect(readText(file)).toEqual({ text: 'ação' });
});

it('refuses a file that is written while it is read', () => {
  const file = join(folderOf({ 'a.yaml': 'spec: {' }), 'a.yaml');
  const readAfterWriting = ((...args: Parameters<typeof readSync>) => {
    appendFileSync(file, ' }');
    return readSync(...args);
  }) as typeof readSync;
  expect(readText(file, readAfterWriting)).toEqual({ fault: 'the file changed while it was read; run this again' });
});

it('does not wait for a pipe that nobody writes to', () => {
  const pipe = join(folderOf(), 'pipe.yaml');
  execFileSync('mkfifo', [pipe]);
  expect(readText(pipe)).toEqual({ fault: 'this is no plain file' });
});
