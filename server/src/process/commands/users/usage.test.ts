// SPDX-License-Identifier: Apache-2.0
/** `svc-server user` and `svc-server sessions` refuse what they do not know with their usage, and read nothing before. */
import { expect, it } from 'vitest';
import { sessions, user } from './index.ts';

it.each([
  ['user', user, []],
  ['user', user, ['reset']],
  ['user', user, ['list', 'x']],
  ['user', user, ['list', '--factors']],
  ['user', user, ['remove', 'leaver@acme.test', '--factors']],
  ['sessions', sessions, ['end']],
  ['sessions', sessions, ['end', 'a', '--all']],
])('%s, with %o', async (_name, run, args) => {
  let [output, errors] = ['', ''];
  const streams = {
    stdout: { write: (text: string) => (output += text) },
    stderr: { write: (text: string) => (errors += text) },
  };
  const readConfig = () => {
    throw new Error('read');
  };
  expect(await run(args, readConfig, streams)).toBe(1);
  expect([output, errors]).toEqual(['', expect.stringMatching(/^Usage:/)]);
});
