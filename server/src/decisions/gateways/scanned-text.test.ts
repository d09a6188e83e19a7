// SPDX-License-Identifier: Apache-2.0
/** Guarantee: every key, string and number of a value is in the scanned text, beside its label, in linear work. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scannedText } from './scanned-text.ts';

it.each([
  ['{"cpf":"529.982.247-25"}', '\ncpf: 529.982.247-25'],
  ['{"cpf" : 52998224725 , "b": true}', '\ncpf: 52998224725\nb: '],
  ['{"cpf":["1","2"],"x":"3"}', '\ncpf: \ncpf: 1\ncpf: 2\nx: 3'],
  ['{"customer":{"name":"Ana","cpf":"1"},"b":2}', '\ncustomer: \nname: Ana\ncpf: 1\nb: 2'],
  ['["a",["b",-1.5e3]]', '\na\nb\n-1.5e3'],
  ['{"a:b":"\\u0063\\"d\\n"}', '\na:b: c"d\n'],
  ['12345678901234567890', '\n12345678901234567890'],
  ['"{\\"cpf\\":\\"1\\"}"', '\n{"cpf":"1"}'],
  ['{"529.982.247-25":null}', '\n529.982.247-25: '],
  [`{"${'k'.repeat(41)}":[1]}`, `\n${'k'.repeat(41)}: \n1`],
  ['null', ''],
  ['{}', ''],
])('of %s is %j', (raw, text) => {
  expect(scannedText(raw, 'body')).toBe(text);
});

it('holds every key and value of any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.nat(3), (value, indent) => {
      const text = scannedText(JSON.stringify(value, null, indent), 'body');
      for (const part of partsOf(value)) expect(text).toContain(part);
    }),
  );
});

it('takes as many characters as content has, however they are written, and no more', () => {
  const accents = '😀'.repeat(99_999);
  expect([...scannedText(JSON.stringify(accents), 'body')]).toHaveLength(100_000);
  for (const more of [`${accents}😀`, 'x'.repeat(100_000), Array.from({ length: 60_000 }, () => 1)]) {
    expect(() => scannedText(JSON.stringify(more), 'arguments')).toThrow(
      expect.objectContaining({
        status: 400,
        fields: { arguments: expect.stringMatching(/100,000 .* several calls/) },
      }),
    );
  }
});

it('never repeats a label so often that the text grows without bound', () => {
  const raw = JSON.stringify({ ['k'.repeat(40)]: Array.from({ length: 50_000 }, () => 1) });
  expect(() => scannedText(raw, 'body')).toThrow(/several calls/);
});

function partsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [JSON.stringify(value)];
  if (value === null || typeof value !== 'object') return [];
  const keys = Array.isArray(value) ? [] : Object.keys(value);
  return [...keys, ...Object.values(value).flatMap(partsOf)];
}
