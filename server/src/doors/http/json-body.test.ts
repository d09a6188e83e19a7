// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: bodies are read exactly as by JSON.parse, except for limits of depth, encoding and unstorable characters.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../platform/errors/index.ts';
import { parseJsonBody } from './json-body.ts';

const read = (text: string | Buffer, unstored: string[] = []): unknown =>
  parseJsonBody(Buffer.from(text as string), unstored).value;
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

  it.each([
    '{"content":"\\u0000 \\ud800"}',
    '{"body":{"\\udfff":["\\u0000"]}}',
    '{"cases":[{"input":{"metadata":{"a":"\\ud800"}}}]}',
  ])('may be any in what nothing stores: %s', (text) => {
    expect(read(text, ['content', 'body', 'metadata'])).toEqual(JSON.parse(text));
    expect(() => read(text, ['other'])).toThrow(/which only other may hold/);
  });

  it('are refused beside what nothing stores, and in its name', () => {
    expect(() => read('{"content":"\\u0000","agent":"\\u0000"}', ['content'])).toThrow(ApiError);
    expect(() => read('{"content\\u0000":"a"}', ['content'])).toThrow(ApiError);
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

describe('a repeated key', () => {
  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"b":{},"\\u0061":2}', 'a'],
    ['{"\\u0061":1,"\\u0061":2}', 'a'],
    ['{"a/b":1,"a\\/b":2}', 'a/b'],
    ['{"é":1,"\\u00e9":2}', 'é'],
    ['{"":1,"":2}', 'body'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a" :1 , "a"\n:2}', 'a'],
    ['{"body":{"x":[{},{"b":1,"b":2}]}}', 'body.x[1].b'],
    ['[[1,{"a":{"a":{"a":1,"c":[],"a":2}}}]]', '[0][1].a.a.a'],
    ['{"cases":[{"input":{"agent":"a"}},{"input":{"agent":"\\",\\"agent","agent":"b"}}]}', 'cases[1].input.agent'],
    ['{"1":0,"2":0,"1":0}', '1'],
    [`{"${'k'.repeat(300)}":1,"${'k'.repeat(300)}":2}`, 'k'.repeat(100)],
  ])('of %s is refused with its path', (text, path) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'validation_error', status: 400 }));
    expect(() => read(text)).toThrow(expect.objectContaining({ fields: { [path]: expect.stringContaining('twice') } }));
  });

  it.each([
    '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}],"A":1}',
    '{"a":"\\"a\\":1,\\"a\\":2","b":"a\\\\","c":"{\\"c\\":"}',
    '{"a":"a","b":["a","a"]}',
    '{"é":1,"e\u0301":2}',
    '"a:b"',
    '[]',
  ])('is not seen in %s', (text) => {
    expect(read(text)).toEqual(JSON.parse(text));
  });

  it('is found wherever one is written, and nowhere else', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (object, at) => {
        const members = Object.entries(object).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
        expect(() => read(`[{${members.join(',')}}]`, ['any'])).not.toThrow(/twice/);
        const again = members[at % members.length] ?? '';
        expect(() => read(`[{${[...members, again].join(',')}}]`)).toThrow(/twice/);
      }),
    );
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
