// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a filter becomes the condition that RFC 7644 gives it, with its values as parameters, or is refused. */
import { SCIM_FILTER_CHARACTERS_MAX } from '@svc/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScimFault } from './fault.ts';
import { parseFilter } from './filter.ts';
import { type FilterColumns, filterCondition, isKeyed } from './filter-sql.ts';

const COLUMNS: FilterColumns = {
  username: { type: 'key', sql: 'k', isUnique: true },
  'name.familyname': { type: 'text', sql: 't' },
  externalid: { type: 'exact', sql: 'e', isUnique: true },
  active: { type: 'boolean', sql: 'b' },
  'meta.created': { type: 'moment', sql: 'm' },
  'emails.value': { type: 'key', sql: 'k' },
  'emails.type': { type: 'text', sql: 't' },
  id: { type: 'uuid', sql: 'i', isUnique: true },
};

const written = (filter: string) => {
  const values: unknown[] = [];
  return [filterCondition(parseFilter(filter), COLUMNS, values), values];
};
const ID = '01a00000-0000-7000-8000-00000000000a';

it.each([
  ['userName eq "Ana"', '(k IS NOT NULL AND k = $1::text)', ['ana']],
  ['USERNAME Eq "Ana"', '(k IS NOT NULL AND k = $1::text)', ['ana']],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "a"', '(k IS NOT NULL AND k = $1::text)', ['a']],
  ['externalId eq "Ana"', '(e IS NOT NULL AND e = $1::text)', ['Ana']],
  ['name.familyName co "il%_"', 'COALESCE(strpos(lower(t), $1::text) > 0, false)', ['il%_']],
  ['not (active eq "False")', 'NOT (b = $1::boolean)', [false]],
  ['userName pr and active eq true', '((k IS NOT NULL) AND (b = $1::boolean))', [true]],
  ['id ne "x"', 'NOT false', []],
  [`id eq "${ID.toUpperCase()}"`, '(i = $1::uuid)', [ID]],
  ['userName pr or userName pr and userName pr', '((k IS NOT NULL) OR ((k IS NOT NULL) AND (k IS NOT NULL)))', []],
  [
    'emails[type eq "work" and value sw "a"]',
    expect.stringMatching(/^\(COALESCE\(lower\(t\).* AND .*starts_with/),
    ['work', 'a'],
  ],
  ['meta.created ge "2030-01-01T00:00:00Z"', '(m >= $1::timestamptz)', [new Date('2030-01-01T00:00:00Z')]],
  [String.raw`userName eq "a\"b\\c"`, '(k IS NOT NULL AND k = $1::text)', ['a"b\\c']],
])('writes %s', (filter, text, values) => {
  expect(written(filter)).toEqual([text, values]);
});

const deep = (levels: number) => `${'('.repeat(levels)}userName pr${')'.repeat(levels)}`;

it.each([
  ...['', '  ', 'userName', 'userName eq', 'userName is "a"', 'eq "a"', 'userName eq a', `userName eq 'a'`],
  ...[
    'userName eq "a',
    'userName eq "a" and',
    'userName eq "a" userName pr',
    '(userName pr',
    'userName pr)',
    'not userName pr',
  ],
  ...[
    'userName eq "\\u0000"',
    'userName eq "\\ud800"',
    'userName eq "\\x"',
    'userName eq "a"; DROP TABLE svc.accounts',
  ],
  ...['emails[type eq "a"', 'emails[emails[value pr]]', 'password pr', '__proto__ pr', 'constructor eq "a"'],
  ...[
    'active eq "perhaps"',
    'active co "t"',
    'userName eq true',
    'userName eq null',
    'meta.created gt "2030"',
    'id sw "0"',
  ],
  ...['userName gt 5', 'meta.created co "2"', deep(12), Array.from({ length: 21 }, () => 'userName pr').join(' or ')],
  `userName eq "${'a'.repeat(SCIM_FILTER_CHARACTERS_MAX)}"`,
])('refuses %s', (filter) => {
  expect(() => written(filter)).toThrow(ScimFault);
});

it('reads any text or refuses it, and no value stands in the condition', () => {
  const words = [
    'userName',
    'active',
    'eq',
    'pr',
    'and',
    'or',
    'not',
    '(',
    ')',
    '[',
    ']',
    '"a"',
    'true',
    '"',
    '\\',
    '.',
  ];
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...words), fc.string()), { maxLength: 30 }), (parts) => {
      try {
        const [text] = written(parts.join(' '));
        expect(text).toMatch(/^[\w\s().,$:<>=!"]+$/);
      } catch (error) {
        expect(error).toBeInstanceOf(ScimFault);
      }
    }),
  );
});

describe('a key', () => {
  it.each([
    ['userName eq "a"', true],
    ['userName eq "a" or externalId eq "b"', true],
    ['userName eq "a" and active eq true', true],
    ['userName eq "a" or active eq true', false],
    ['userName sw "a"', false],
    ['not (userName eq "a")', false],
    ['userName ne "a"', false],
  ])('of %s: %s', (filter, keyed) => {
    expect(isKeyed(parseFilter(filter), COLUMNS)).toBe(keyed);
  });
});
