// SPDX-License-Identifier: Apache-2.0
/** Faults of a policy's text: each at its place, and the edit that mends those that were probably slips. */
import { expect, it } from 'vitest';
import { checkDocument } from './problems.ts';
import { type ReadText, readPolicyText } from './read.ts';

const FILE = (spec: string) => `apiVersion: svc/v1
kind: Policy
metadata:
  name: Bulk exports
spec:
  action: EXPORT
  decision: REVIEW
${spec}`;

const places = ({ faults }: ReadText) => faults.map(({ line, column, problem }) => `${line}:${column} ${problem.is}`);

function mended(text: string): string {
  const [fault] = readPolicyText(text).faults;
  if (fault?.fix === null || fault?.fix === undefined) throw new Error('nothing mends it');
  return text.slice(0, fault.fix.from) + fault.fix.insert + text.slice(fault.fix.to);
}

it.each([
  ['  approverRole: [ADMIN]', '8:3 unknownField', '  approverRoles: [ADMIN]'],
  ['  "approverRole": [ADMIN]', '8:3 unknownField', '  approverRoles: [ADMIN]'],
  ['  mode: MONITR # later', '8:9 word', '  mode: MONITOR # later'],
  [
    '  condition: { destination: EXTERNL, minRecords: 5 }',
    '8:29 word',
    '  condition: { destination: EXTERNAL, minRecords: 5 }',
  ],
])('mends %s', (wrong, place, right) => {
  expect(places(readPolicyText(FILE(wrong)))).toEqual([place]);
  expect(mended(FILE(wrong))).toBe(FILE(right));
  expect(readPolicyText(FILE(right)).faults).toEqual([]);
});

it.each([
  ['  condition: { minRecords: few }', ['8:28 type']],
  ['  condition: { minRecords: }', ['8:28 type']],
  ['  condition: { minRiskScore: 101 }', ['8:30 tooLarge']],
  ['  condition: { dlpTypes: [CPF] }', ['8:16 onlyInForm']],
  ['  approverRoles: [ADMIN, ADMIN]', ['8:18 twice']],
  ['  mode: [', ['8:10 syntax']],
  ['  mode: MONITOR\n  mode: ENFORCE', ['9:3 syntax']],
  ['  colour: red\n  flavour: sweet', ['8:3 unknownField', '9:3 unknownField']],
])('says where %s is wrong', (spec, expected) => {
  const read = readPolicyText(FILE(spec));
  expect(read.spec).toBeNull();
  expect(places(read)).toEqual(expected);
});

it.each([
  ['', 'syntax'],
  ['apiVersion: svc/v1\nkind: PolicyTest\ncases: []\n', 'unknownField missing missing word'],
  ['[]', 'type'],
  [`${FILE('')}\n---\n${FILE('')}`, 'syntax'],
])('refuses what is no policy: %j', (text, expected) => {
  const found = readPolicyText(text).faults.map(({ problem }) => problem.is);
  expect(found.sort()).toEqual(expected.split(' ').sort());
});

it('refuses groups that nest too deeply, and takes the deepest that pass', () => {
  const nested = (levels: number): string =>
    levels === 0 ? '{ minRecords: 1 }' : `{ allOf: [${nested(levels - 1)}] }`;
  expect(readPolicyText(FILE(`  condition: ${nested(32)}`)).faults).toEqual([]);
  expect(places(readPolicyText(FILE(`  condition: ${nested(33)}`)))[0]).toMatch(/ tooDeep$/);
});

it('holds the conditions that files lack against the same check, where the form has them', () => {
  const document = {
    apiVersion: 'svc/v1',
    kind: 'Policy',
    metadata: { name: 'p' },
    spec: { action: 'ANY', decision: 'BLOCK', condition: { dlpTypes: ['CPF'], minRecords: 5 } },
  };
  const { spec } = checkDocument(document, false);
  expect(spec?.condition).toEqual({ dlpTypes: ['CPF'], minRecords: 5 });
  expect(checkDocument(document, true).problems.map(({ is }) => is)).toEqual(['onlyInForm']);
});
