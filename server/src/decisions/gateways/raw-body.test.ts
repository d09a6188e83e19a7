// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the forwarded text is exactly the caller's. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exactMember, rawMember } from './raw-body.ts';

it.each([
  ['{"body":12345678901234567890.10}', '12345678901234567890.10'],
  ['{"body":null}', 'null'],
  ['{"body" : true , "a":1}', 'true'],
  ['{"body":"a\\"b}"}', '"a\\"b}"'],
  ['{"a":{"body":1},"body":{"b":[1.0,"]}"],"c":"\\\\"}}', '{"b":[1.0,"]}"],"c":"\\\\"}'],
  ['{"\\u0062ody":[]}', '[]'],
  ['{"bod\\u0079":-0,"x":"body"}', '-0'],
  [' \n{\t"x":"\\\\","body":\r\n[ ]}', '[ ]'],
  ['{"x":"body"}', null],
  ['{}', null],
])('of %s it is %s', (text, raw) => {
  JSON.parse(text);
  expect(rawMember(text, 'body')).toBe(raw);
});

it('is what JSON.parse reads, for any object', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), fc.nat(4), (others, body, indent) => {
      const text = JSON.stringify({ ...others, body }, null, indent);
      const raw = rawMember(text, 'body');
      expect(JSON.parse(raw ?? '')).toEqual(JSON.parse(JSON.stringify(body)));
    }),
  );
});

const compared = (body: string) => JSON.stringify(exactMember({ body: JSON.parse(body) }, 'body', body));

it.each([
  ['12345678901234567890', '12345678901234567891'],
  ['1e400', '1e401'],
  ['-1e400', '1e400'],
  ['[1e-400]', '[0]'],
  ['{"a":12345678901234567890,"b":12345678901234567000}', '{"a":12345678901234567000,"b":12345678901234567890}'],
  ['9007199254740993', '"9007199254740993"'],
  ['{"a":"1.0","b":1.0}', '{"a":1.0,"b":"1.0"}'],
  ['1.0', '"\\\\u00001.0"'],
  ['12345678901234567890', '"\\u0000number:12345678901234567890"'],
  ['12345678901234567890', '"\\u000012345678901234567890"'],
  ['{"a":"\\u0000","b":1e400}', '{"a":"\\u0000string:","b":1e400}'],
  ['{"a":"\\u0000","b":1e400}', '{"a":"\\u0000","b":1e401}'],
])('tells %s from %s', (one, other) => {
  expect(compared(one)).not.toBe(compared(other));
});

it.each(['{"a":1,"b":[-2.5,"1.0",0.1,1e+21]}', '"1.0\\"2.0"', 'null', 'true'])('leaves %s as it is read', (body) => {
  const request = { body: JSON.parse(body) as unknown };
  expect(exactMember(request, 'body', body)).toBe(request);
  expect(exactMember(request, 'body', null)).toBe(request);
});
