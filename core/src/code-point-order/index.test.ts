// SPDX-License-Identifier: Apache-2.0
/** Guarantee: policy names are ordered by Unicode code point, as the specification lists them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints } from './index.ts';

describe('compareCodePoints', () => {
  it('puts a character above U+FFFF after U+FFFF, where UTF-16 order would not', () => {
    expect(['😀', '\u{10000}', '\uffff', '\ue000', '\ud7ff', 'z', 'Z', 'é'].sort(compareCodePoints)).toEqual([
      'Z',
      'z',
      'é',
      '\ud7ff',
      '\ue000',
      '\uffff',
      '\u{10000}',
      '😀',
    ]);
  });

  it('puts a prefix first and knows no locale', () => {
    expect(['b', 'a', 'ab', 'A', ''].sort(compareCodePoints)).toEqual(['', 'A', 'a', 'ab', 'b']);
  });

  it('orders as the bytes of UTF-8 do', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (left, right) => {
        expect(Math.sign(compareCodePoints(left, right))).toBe(Buffer.compare(Buffer.from(left), Buffer.from(right)));
      }),
      { numRuns: 2_000 },
    );
  });
});
