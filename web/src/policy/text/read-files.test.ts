// SPDX-License-Identifier: Apache-2.0
/** Policies of several files: all of them, or every fault with its file and place. */
import { expect, it } from 'vitest';
import { readPolicyFiles } from './read-files.ts';

const POLICY = (name: string, decision = 'BLOCK') =>
  `apiVersion: svc/v1\nkind: Policy\nmetadata:\n  name: ${name}\nspec:\n  action: DELETE\n  decision: ${decision}\n`;
const TESTS = 'apiVersion: svc/v1\nkind: PolicyTest\ncases: []\n';

it('reads the policies of all documents, and names files without one', () => {
  const read = readPolicyFiles([
    { name: 'a.yaml', text: `${POLICY('one')}---\n${TESTS}---\n${POLICY('two')}` },
    { name: 'b.yaml', text: TESTS },
  ]);
  expect(read.policies.map(({ name }) => name)).toEqual(['one', 'two']);
  expect(read).toMatchObject({ faults: [], without: ['b.yaml'] });
});

it('tells every fault of every file, and then no policy', () => {
  const { policies, faults } = readPolicyFiles([
    { name: 'a.yaml', text: POLICY('one') },
    { name: 'b.yaml', text: POLICY('two', 'BLOK') },
    { name: 'c.yaml', text: POLICY('one') },
    { name: 'd.yaml', text: 'kind: [' },
  ]);
  expect(policies).toEqual([]);
  expect(faults.map(({ file, line, problem }) => `${file}:${line} ${problem.is}`)).toEqual([
    'b.yaml:7 word',
    'c.yaml:4 twice',
    expect.stringMatching(/^d\.yaml:\d+ syntax$/),
  ]);
});
