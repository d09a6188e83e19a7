// SPDX-License-Identifier: Apache-2.0
/** A group's name stands before its first row, once. */
import { expect, it } from 'vitest';
import { linesOf } from './groups.ts';

const rows = ['block a', 'block b', 'allow c'].map((original) => ({ original }));

it('puts the names of groups between the rows', () => {
  const lines = linesOf(rows, (item) => item.slice(0, 5));
  expect(lines.map((line) => (line.kind === 'head' ? line.group.toUpperCase() : line.row.original))).toEqual([
    'BLOCK',
    'block a',
    'block b',
    'ALLOW',
    'allow c',
  ]);
});

it('leaves rows without groups as they are', () => {
  expect(linesOf(rows, undefined).map(({ kind }) => kind)).toEqual(['row', 'row', 'row']);
});
