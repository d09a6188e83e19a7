/** What is forwarded is the very text that the caller wrote. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inexactNumbers, rawMember } from './raw-body.ts';

it.each([
  ['{"body":12345678901234567890.10}', '12345678901234567890.10'],
  ['{"body":null}', 'null'],
  ['{"body" : true , "a":1}', 'true'],
  ['{"body":"a\\"b}"}', '"a\\"b}"'],
  ['{"a":{"body":1},"body":{"b":[1.0,"]}"],"c":"\\\\"}}', '{"b":[1.0,"]}"],"c":"\\\\"}'],
  ['{"body":1,"body":2}', '2'],
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

it('tells numbers that are not held as they are written', () => {
  expect(inexactNumbers('{"a":[1,-2.5,"1.0",1e3,1.0,9007199254740993],"b1.0":0.1}')).toEqual([
    '1e3',
    '1.0',
    '9007199254740993',
  ]);
});
