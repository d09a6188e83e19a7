// SPDX-License-Identifier: Apache-2.0
/** Guarantee: canonical JSON is byte for byte that of RFC 8785, as the reference implementation writes it. */
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type JsonValue } from './index.ts';

describe('canonicalJson', () => {
  it('equals the canonicalize library for any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary', depthSize: 'medium' }), (value) => {
        expect(canonicalJson(value as JsonValue)).toBe(canonicalize(value));
      }),
      { numRuns: 3_000 },
    );
  });

  it('equals the canonicalize library for any finite number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(canonicalJson(value)).toBe(canonicalize(value));
      }),
      { numRuns: 3_000 },
    );
  });

  it('writes the example of RFC 8785, section 3.2.2', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('orders keys by UTF-16 unit, and keys that look like numbers as text', () => {
    expect(canonicalJson({ '\ufb33': 1, '😀': 2, 10: 3, 9: 4, a: 5 })).toBe('{"10":3,"9":4,"a":5,"😀":2,"\ufb33":1}');
  });

  it('writes minus zero as 0 and leaves undefined properties out', () => {
    const value = { zero: -0, absent: undefined } as unknown as JsonValue;
    expect(canonicalJson(value)).toBe('{"zero":0}');
  });

  it.each([
    ['NaN', Number.NaN],
    ['an infinity', Number.POSITIVE_INFINITY],
    ['a lone surrogate', 'a\ud800'],
    ['a lone surrogate in a key', { '\udc00': 1 }],
    ['undefined in a list', [undefined]],
    ['a big integer', 1n],
    ['a date', new Date(0)],
    ['a function', () => 1],
  ])('refuses %s', (_, value) => {
    expect(() => canonicalJson(value as JsonValue)).toThrow(TypeError);
  });
});
