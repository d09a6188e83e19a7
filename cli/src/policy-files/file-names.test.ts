// SPDX-License-Identifier: Apache-2.0
/** Files of differently named policies are distinct, inside the folder, and the same each time. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { policyFileNames } from './file-names.ts';

const SAFE = /^[a-z0-9][a-z0-9-]*-[0-9a-f]{8}\.yaml$/;

it.each([
  ['Review customer exports', 'review-customer-exports-d2c6eca2.yaml'],
  ['Política de exportação', /^politica-de-exportacao-/],
  ['../../x', /^x-/],
  ['/etc/passwd', /^etc-passwd-/],
  ['CON', /^con-/],
  ['..', /^policy-/],
  ['🔥', /^policy-/],
  ['a\0b\nc', /^a-b-c-/],
  ['.hidden', /^hidden-/],
  ['x'.repeat(120), /^x{80}-/],
])('calls the file of %j something safe', (name, expected) => {
  const file = policyFileNames([name]).get(name) ?? '';
  expect(file).toMatch(SAFE);
  if (typeof expected === 'string') expect(file).toBe(expected);
  else expect(file).toMatch(expected);
});

it('keeps names apart that differ in case, spaces, signs or what is cut off', () => {
  const names = [
    'Block',
    'block',
    'BLOCK',
    'block ',
    'block!',
    'é',
    'e\u0301',
    `${'x'.repeat(119)}a`,
    `${'x'.repeat(119)}b`,
  ];
  const files = [...policyFileNames(names).values()];
  expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(names.length);
});

it('never gives two names one file, on a file system that knows no case either', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ minLength: 1, maxLength: 120, unit: 'binary' }), { maxLength: 50 }),
      (names) => {
        const files = policyFileNames(names);
        expect(new Set([...files.values()].map((file) => file.toLowerCase())).size).toBe(names.length);
        for (const file of files.values()) expect(file).toMatch(SAFE);
      },
    ),
  );
});

it('names a file by its policy alone, whatever others there are', () => {
  const alone = policyFileNames(['One']).get('One');
  expect(policyFileNames(['Two', 'One', 'one']).get('One')).toBe(alone);
});
