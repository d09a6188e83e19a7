/**
 * Guarantee: bodies are read exactly as by JSON.parse, except for limits of depth, encoding and unstorable characters.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../errors/index.ts';
import { parseJsonBody } from './json-body.ts';

const read = (text: string | Buffer): unknown => parseJsonBody(Buffer.from(text as string)).value;
const nest = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('depth', () => {
  it('is counted in levels: 128 pass, 129 do not, brackets in strings do not count', () => {
    expect(() => read(nest(128))).not.toThrow();
    expect(() => read(nest(129))).toThrow(/deeper than 128/);
    expect(() => read(JSON.stringify({ a: `${'['.repeat(500)}\\"${'{'.repeat(500)}` }))).not.toThrow();
    expect(() => read(JSON.stringify(Array.from({ length: 1_000 }, () => [[]])))).not.toThrow();
  });
});

describe('characters', () => {
  it.each(['"\\u0000"', '{"\\u0000":1}', '"\\ud800"', '"\\uDC00\\ud800"', '["a",{"b":"\\udbff"}]'])(
    'refuses %s',
    (text) => {
      expect(() => read(text)).toThrow(ApiError);
    },
  );

  it.each(['"\\ud83d\\ude00"', '"\\\\u0000"', '"\\\\ud800"', '"\\u0001"'])('takes %s', (text) => {
    expect(read(text)).toEqual(JSON.parse(text));
  });

  it('are read as they were written, of any script, also behind a byte order mark', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (one) => {
        const text = JSON.stringify(one.toWellFormed().replaceAll('\0', ' '));
        expect(parseJsonBody(Buffer.from(text))).toEqual({ text, value: JSON.parse(text) });
        expect(parseJsonBody(Buffer.from(`\uFEFF${text}`)).text).toBe(text);
      }),
    );
    const long = JSON.stringify('ação – 😀 '.repeat(10_000));
    expect(parseJsonBody(Buffer.from(long)).text).toBe(long);
  });

  it.each([
    Buffer.from([0x22, 0xff, 0x22]),
    Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
    Buffer.from([0x22, 0xc0, 0xaf, 0x22]),
    Buffer.from([0x22, 0xf5, 0x80, 0x80, 0x80, 0x22]),
  ])('refuses bytes that are not UTF-8: %s', (bytes) => {
    expect(() => parseJsonBody(bytes)).toThrow(/UTF-8/);
  });
});

it('reads whatever JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: 'small', stringUnit: 'binary' }), (value) => {
      const text = JSON.stringify(value);
      if (text.includes('\\u0000') || /\\ud[89a-f]/i.test(text)) return;
      expect(read(text)).toEqual(JSON.parse(text));
    }),
  );
});

it('answers any bytes with a value or a refusal that holds none of them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
      try {
        parseJsonBody(Buffer.from(bytes));
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError);
        expect((error as ApiError).message.length).toBeLessThan(80);
      }
    }),
    { numRuns: 2_000 },
  );
});
